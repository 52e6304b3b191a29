import { registerHooks } from 'node:module';

// A file's address, which the build puts in place of `?url`, is not known to plain Node, and no bench needs it.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('?url') ? { format: 'module', source: `export default ''`, shortCircuit: true } : next(url, context),
});
