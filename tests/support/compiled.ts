import { resolve } from 'node:path';

/** For processes that are started often: each begins with the code that the first of them compiled, in the folder of `npm test`. */
export const compiledBefore = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };
