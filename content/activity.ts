import { stills } from './media.ts';

/** How a live shop tells of its paid orders: never who, only where and when. */
export const activity = {
  someone: 'Someone',
  bought: 'bought the wand',
  verified: 'Verified purchase',
  picture: stills.cutout,
};
