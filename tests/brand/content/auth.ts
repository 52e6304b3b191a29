import { stills } from './media.ts';

/** Picture beside the sign-in forms. */
export const authPicture = stills.stone;
