import { expect } from 'vitest';

import { test } from './fixtures.ts';
import { screens } from './support/browser-visitors.ts';

const paths = ['/', '/product', '/quiz', '/about', '/blog', '/science', '/reviews'];

test.for(screens)(
  'no picture appears twice in one view of %s',
  { timeout: 300_000 },
  async ([_device, viewport], { newShopper }) => {
    const { page } = await newShopper(viewport);
    page.setDefaultTimeout(60_000);
    for (const path of paths) {
      await page.goto(path);
      const twice = await page.evaluate((high) => {
        // Ignores pictures in buttons. Crops of the first picture count as the whole.
        const shown = [...document.querySelectorAll<HTMLImageElement>('#content img')].flatMap((image) => {
          const { top, bottom, width } = image.getBoundingClientRect();
          const name = /\/media\/(\w+)-/.exec(image.src)?.[1]?.replace('heronear', 'hero');
          return width > 0 && image.checkVisibility() && name !== undefined && image.closest('button') === null
            ? [{ name, top, bottom }]
            : [];
        });
        return shown.flatMap((one, index) =>
          shown.slice(index + 1).flatMap((other) => {
            const apart = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
            return one.name === other.name && apart < high ? [`${one.name}, ${Math.round(apart)} px apart`] : [];
          }),
        );
      }, viewport.height);
      expect(twice, path).toEqual([]);
    }
  },
);
