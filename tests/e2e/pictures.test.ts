import { expect, test } from 'vitest';

import { browser, openSharedShop } from './support/open-shop.ts';
import { newShopper, screens } from './support/browser-visitors.ts';

const shop = openSharedShop();

const paths = ['/', '/product', '/quiz', '/about', '/blog', '/science', '/reviews'];

test.each(screens)(
  'no picture appears twice in one view of %s',
  async (_device, viewport) => {
    const { page, leave } = await newShopper(browser, shop.url, viewport);
    page.setDefaultTimeout(60_000);
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' });
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
    await leave();
  },
  300_000,
);
