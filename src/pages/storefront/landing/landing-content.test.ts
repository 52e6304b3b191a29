import { expect, test } from 'vitest';

import { demoHome } from '#content/demo-home.ts';
import { landing } from '#content/landing.ts';

test('the landing page has six clips, eight questions, three steps, three benefits, three points and four things in the box', () => {
  const { videos, questions, steps, benefits, included, trust } = landing;
  expect(videos.items).toHaveLength(6);
  expect(questions.items).toHaveLength(8);
  expect(steps.items.map(({ title }) => title)).toEqual(['Apply serum', 'Glide wand upward', 'Glow in minutes']);
  expect(benefits.items).toHaveLength(3);
  const box = ['4-in-1 red light wand', 'USB cable', 'Quick start guide', '{replacementDays}-day guarantee'];
  expect(included.items).toEqual(box);
  expect(trust[0]?.title).toBe('Free shipping on orders {freeShippingFrom}+');
});

test('every clip of the demo has one creator, and every creator has a clip', () => {
  expect(demoHome.videos.voices.map(({ id }) => id)).toEqual(landing.videos.items.map(({ id }) => id));
});
