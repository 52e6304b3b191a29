import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { test } from './fixtures.ts';
import { phone } from './support/browser-visitors.ts';

/** Scrolls through the page. Returns the sum of its layout shifts. */
const shiftOnTheWay = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += Number(Reflect.get(entry, 'value'));
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    for (let top = 0; top < document.documentElement.scrollHeight; top += 200) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(done));
    }
    add(observer.takeRecords());
    return sum;
  });

test.for([phone, { width: 768, height: 1_024 }, { width: 1_366, height: 657 }])(
  'nothing moves by itself while a busy computer scrolls through landing and product page: %o',
  async (viewport, { newShopper }) => {
    const { page } = await newShopper(viewport);
    const browsing = await page.context().newCDPSession(page);
    await browsing.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (const path of ['/', '/product']) {
      await page.goto(path);
      expect(await shiftOnTheWay(page), path).toBeLessThanOrEqual(0.02);
    }
  },
);
