import { registerHooks } from 'node:module';

// Plain Node cannot resolve `?url` imports, which the build replaces with a file's address. No
// bench needs the address.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('?url') ? { format: 'module', source: `export default ''`, shortCircuit: true } : next(url, context),
});
