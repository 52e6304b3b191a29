import { expect, test } from 'vitest';

import { demoHome } from '#content/demo-home.ts';
import { faq } from '#content/faq.ts';
import { benefits, included, showcase, steps, trustBadges, worth } from '#content/home.ts';

test('the landing page has six clips, eight questions, three steps, three benefits, three points and four things in the box', () => {
  expect(showcase.items).toHaveLength(6);
  expect(faq).toHaveLength(8);
  expect(steps.items.map(({ title }) => title)).toEqual(['Apply serum', 'Glide wand upward', 'Glow in minutes']);
  expect(benefits.items).toHaveLength(3);
  expect(worth.items).toHaveLength(3);
  expect(included.items).toEqual(['4-in-1 red light wand', 'USB cable', 'Quick start guide', '60-day guarantee']);
  expect(trustBadges[0].title).toBe('Free shipping on orders $100+');
});

test('every clip of the demo has one creator, and every creator has a clip', () => {
  expect(demoHome.videos.voices.map(({ id }) => id)).toEqual(showcase.items.map(({ id }) => id));
});
