import { resolve } from 'node:path';

/**
 * Environment of the processes that tests start. The compile cache is that of `npm test`, and the
 * first process fills it. Suites count their own orders, so a shop begins without samples.
 */
export const processEnvironment = {
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  SAMPLE_ORDERS: 'off',
};
