import { hero } from './hero.ts';

/**
 * Headline variants for A/B tests that an admin starts. The first one is shown while no test runs.
 */
export const headline = {
  id: 'headline',
  name: 'Headline of the landing page',
  variants: { a: hero.title, b: 'Your minute of red light, every day' },
};
