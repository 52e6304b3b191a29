import { hero } from './hero.ts';

export const headline = {
  id: 'headline',
  name: 'Headline',
  variants: { a: hero.title, b: 'A stone for quiet minutes' },
};
