import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Before the code of the shop is read: a later start takes it compiled, unless this user may not write beside it.
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { build, runServer } = await import('./server.ts');

/** The pages as they were built, for whoever renders them without the shop. */
export { build };

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) await runServer();
