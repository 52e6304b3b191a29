import { stills } from './media.ts';

/** Beside the forms of signing in. */
export const authPicture = stills.profile;
