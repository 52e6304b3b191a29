import { brotliCompressSync } from 'node:zlib';

import { build, type Rolldown } from 'vite';

const entry = 'virtual:react-alone';
const code = `
  import { createElement } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  hydrateRoot(document.body, createElement('p'));
`;

/** Bytes of React and react-dom alone, bundled and compressed like the shop's scripts. */
export async function reactBundleBytes(): Promise<number> {
  const bundle = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  const scripts = bundle.output.filter((file) => file.type === 'chunk');
  return scripts.reduce((total, { code }) => total + brotliCompressSync(code).length, 0);
}
