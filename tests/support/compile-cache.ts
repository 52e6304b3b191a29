import { resolve } from 'node:path';

/**
 * Compile cache of `npm test`, shared by processes that are started often: the first one fills it.
 */
export const compiledBefore = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };
