import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Must run before the shop's code is imported. Later starts then use compiled code, unless this
// user may not write to the folder.
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { build, runServer } = await import('./server.ts');

/** The server build, for callers that render pages without the shop. */
export { build };

/** The process's script with symbolic links resolved, as in `import.meta.filename`. */
const started = process.argv[1] === undefined ? null : realpathSync(process.argv[1]);

if (started === import.meta.filename) await runServer();
