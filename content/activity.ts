import { stills } from './media.ts';

/** Copy for paid orders in a live shop's activity popup: location and time, never a name. */
export const activity = {
  someone: 'Someone',
  bought: 'bought the wand',
  verified: 'Verified purchase',
  picture: stills.cutout,
};
