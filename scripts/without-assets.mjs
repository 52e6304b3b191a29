// Commands run the sources as they are: what only the build can turn into an address is empty for them.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('?url')) return nextLoad(url, context);
    return { format: 'module', shortCircuit: true, source: "export default '';" };
  },
});
