// Crops for the head of emails: JPEG, which every mail program shows, 494 px wide on screen and
// twice that in the file. The admin shows them as AVIF.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
fs.mkdirSync(out, { recursive: true });

/** [name, picture, the part of it that is shown, of a width of 1 and a height of 1] */
const crops = [
  ['mailglide', 'glidewide.png', { left: 0.7, top: 0.4, width: 0.3, height: 0.3 }],
  ['mailcalm', 'calm.png', { left: 0.45, top: 0.46, width: 0.55, height: 0.3094 }],
];
for (const [name, picture, part] of crops) {
  const whole = sharp(`${root}/${picture}`).removeAlpha();
  const { width, height } = await whole.metadata();
  const [left, top] = [Math.round(part.left * width), Math.round(part.top * height)];
  const size = { width: Math.round(part.width * width), height: Math.round(part.height * height) };
  const cut = await whole
    .extract({ left, top, ...size })
    .png()
    .toBuffer();
  const resized = sharp(cut).resize({ width: 988, height: 556 });
  await resized.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${out}/${name}-988.jpg`);
  await resized.avif({ quality: 55 }).toFile(`${out}/${name}-988.avif`);
}
