import { stills } from './media.ts';

export const trackPicture = stills.stone;
