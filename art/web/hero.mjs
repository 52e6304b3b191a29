// The first picture of the landing page, from the masters of `glide` and `glidewide`:
// `glidenear` for phones and tablets (10:9), `glidewide` for wide windows. AVIF carries a film
// grain of one or two levels, which the browser adds while decoding. It hides banding in the soft
// background and costs no bytes. Needs avifenc (libavif-bin).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
const grain = `${root}/grain.tbl`;
fs.mkdirSync(out, { recursive: true });
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

/**
 * Background added on the left of the wide picture, in pixels. At 21:9 the figure stays whole in
 * low, wide windows.
 */
const added = 1100;

/** The left edge mirrored, blurred in 16 bits and dithered by one level, then the render itself. */
async function widened() {
  const source = `${root}/glidewide.png`;
  const { data, info } = await sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const strip = await sharp(source)
    .extract({ left: 0, top: 0, width: added, height })
    .flop()
    .toColourspace('rgb16')
    .blur(40)
    .raw({ depth: 'ushort' })
    .toBuffer();
  const soft = new Uint16Array(strip.buffer, strip.byteOffset, strip.length / 2);
  const full = Buffer.alloc((added + width) * height * 3);
  let seed = 7;
  const noise = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  for (let y = 0; y < height; y += 1) {
    const line = y * (added + width) * 3;
    for (let x = 0; x < added * 3; x += 1)
      full[line + x] = Math.min(255, Math.max(0, Math.round(soft[y * added * 3 + x] / 257 + noise() + noise() - 1)));
    data.copy(full, line + added * 3, y * width * 3, (y + 1) * width * 3);
  }
  return sharp(full, { raw: { width: added + width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

const near = await sharp(`${root}/glide.png`).extract({ left: 0, top: 0, width: 1600, height: 1440 }).png().toBuffer();

/** [name, picture, the quantiser of each width: less is finer] */
const sets = [
  ['glidenear', near, { 480: 26, 800: 27, 1200: 26, 1600: 26 }],
  ['glidewide', await widened(), { 1080: 21, 1440: 21, 1920: 21, 2560: 23, 3840: 25 }],
];
for (const [name, picture, widths] of sets) {
  for (const [width, quantiser] of Object.entries(widths)) {
    const file = `${out}/${name}-${width}`;
    const sized = () => sharp(picture).resize({ width: Number(width), kernel: 'lanczos3' });
    await sized().png({ compressionLevel: 3 }).toFile(`${file}.png`);
    const aom = ['end-usage=q', `cq-level=${quantiser}`, 'tune=ssim', `film-grain-table=${grain}`];
    const options = ['-s', '3', '-y', '420', '--min', '0', '--max', '63', ...aom.flatMap((option) => ['-a', option])];
    execFileSync('avifenc', [...options, `${file}.png`, `${file}.avif`]);
    fs.rmSync(`${file}.png`);
    await sized().webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${file}.webp`);
  }
}
// Half a face and the wand, for pictures that stand beside the whole one.
await sharp(`${root}/glidewide.png`)
  .extract({ left: 1960, top: 300, width: 1600, height: 1600 })
  .toFile(`${root}/close.png`);
await sharp(near).resize({ width: 800 }).jpeg({ quality: 82, mozjpeg: true }).toFile(`${out}/glidenear-800.jpg`);
