// Writes the fonts that every page loads: only the characters of English texts, and only the
// weights from 300 to 700.
// Signs beyond these come from the whole fonts, on demand (`src/app.css`).
// Needs: npm install --no-save subset-font@2.9.0
import { readFileSync, writeFileSync } from 'node:fs';

import subsetFont from 'subset-font';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const signs = `${ascii}\u00a0£©®°·×–—‘’“”•…€™`;

const fonts = [
  {
    from: 'node_modules/@fontsource-variable/jost/files/jost-latin-wght-normal.woff2',
    to: 'src/fonts/jost-english.woff2',
    options: { variationAxes: { wght: { min: 300, max: 700, default: 400 } } },
  },
  {
    from: 'node_modules/@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2',
    to: 'src/fonts/cormorant-english.woff2',
    options: {},
  },
];

for (const { from, to, options } of fonts) {
  const small = await subsetFont(readFileSync(from), signs, { targetFormat: 'woff2', ...options });
  writeFileSync(to, small);
  console.log(to, small.length);
}
