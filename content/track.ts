import { stills } from './media.ts';

/** Beside the form of the tracking page. */
export const trackPicture = stills.cutout;
