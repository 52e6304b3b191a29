import { stills } from './media.ts';

/** How the checkout tells of what others do: never who, only where and when. */
export const socialProof = {
  someone: 'Someone',
  purchase: 'bought',
  viewing: 'is looking at',
  product: 'the wand',
  picture: stills.cutout,
};
