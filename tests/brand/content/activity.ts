import { stills } from './media.ts';

export const activity = {
  someone: 'Someone',
  bought: 'bought the stone',
  verified: 'Verified purchase',
  picture: stills.stone,
};
