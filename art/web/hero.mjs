// `close`, a crop of `glidewide`, and the film grain of the clips' posters. The browser adds the
// grain while decoding an AVIF. It hides banding in the soft background and costs no bytes.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const grain = `${root}/grain.tbl`;
fs.mkdirSync(root, { recursive: true });
fs.writeFileSync(
  grain,
  `filmgrn1
E 0 9223372036854775807 1 7391 1
\tp 0 6 0 11 0 0 128 192 256 128 192 256
\tsY 2 0 48 255 48
\tsCb 2 0 28 255 28
\tsCr 2 0 28 255 28
\tcY
\tcCb 0
\tcCr 0
`,
);

// Half a face and the wand, for pictures that stand beside the whole one.
await sharp(`${root}/glidewide.png`)
  .extract({ left: 1960, top: 300, width: 1600, height: 1600 })
  .toFile(`${root}/close.png`);
