// Commands run the sources directly, so addresses that only the build can produce are empty.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('?url')) return nextLoad(url, context);
    return { format: 'module', shortCircuit: true, source: "export default '';" };
  },
});
