import { hero } from './hero.ts';

/** Headlines that can be compared while an admin lets them; the first one stands whenever nothing is compared. */
export const headline = {
  id: 'headline',
  name: 'Headline of the landing page',
  variants: { a: hero.title, b: 'Your minute of red light, every day' },
};
