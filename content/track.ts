import { stills } from './media.ts';

/** Picture beside the tracking form. */
export const trackPicture = stills.cutout;
