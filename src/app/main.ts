import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before the code of the shop is read: a later start takes it compiled, unless this user may not write beside it.
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { build, runServer } = await import('./server.ts');

/** The pages as they were built, for whoever renders them without the shop. */
export { build };

/** The script of this process, behind any symbolic link, as `import.meta.filename` names it. */
const started = process.argv[1] === undefined ? null : realpathSync(process.argv[1]);

if (started === import.meta.filename) await runServer();
