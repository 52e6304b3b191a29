import { stills } from './media.ts';

/** Copy about other shoppers at the checkout: location and time, never a name. */
export const socialProof = {
  someone: 'Someone',
  purchase: 'bought',
  viewing: 'is looking at',
  product: 'the stone',
  picture: stills.stone,
};
