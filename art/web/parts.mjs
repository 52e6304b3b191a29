// Parts of the pictures of people, because no picture shows a whole face: squares in four widths,
// and crops for the head of emails. Those are JPEG, which every mail program shows, 494 px wide on
// screen and twice that in the file; the admin shows them as AVIF.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
fs.mkdirSync(out, { recursive: true });

/** Cuts a part out of a picture of a width of 1 and a height of 1, and resizes it. */
async function part(picture, { left, top, width, height }, size) {
  const whole = sharp(`${root}/${picture}.png`).removeAlpha();
  const { width: wide, height: high } = await whole.metadata();
  const area = {
    left: Math.round(left * wide),
    top: Math.round(top * high),
    width: Math.round(width * wide),
    height: Math.round(height * high),
  };
  const cut = await whole.extract(area).png().toBuffer();
  return sharp(
    await sharp(cut)
      .resize({ ...size, kernel: 'lanczos3' })
      .png()
      .toBuffer(),
  );
}

/** [name, picture, the part of it that is shown] */
const squares = [
  ['serum', 'serum', { left: 0.37, top: 0.43, width: 0.44, height: 0.44 }],
  ['profile', 'profile', { left: 0.38, top: 0.325, width: 0.5, height: 0.5 }],
  ['calm', 'calm', { left: 0.48, top: 0.387, width: 0.52, height: 0.52 }],
  ['close', 'glidewide', { left: 0.7, top: 0.38, width: 0.2, height: 0.3556 }],
  ['glide', 'glidewide', { left: 0.697, top: 0.395, width: 0.287, height: 0.51 }],
];
for (const [name, picture, shown] of squares) {
  for (const width of [480, 800, 1200, 1600]) {
    const sized = await part(picture, shown, { width, height: width });
    const file = `${out}/${name}-${width}`;
    await sized.clone().avif({ quality: 74, effort: 5, chromaSubsampling: '4:2:0' }).toFile(`${file}.avif`);
    await sized.clone().webp({ quality: 82, effort: 6, smartSubsample: true }).toFile(`${file}.webp`);
    await sized.jpeg({ quality: 82, mozjpeg: true }).toFile(`${file}.jpg`);
  }
}

const forMails = [
  ['mailglide', 'glidewide', { left: 0.7, top: 0.4, width: 0.3, height: 0.3 }],
  ['mailcalm', 'calm', { left: 0.45, top: 0.46, width: 0.55, height: 0.3094 }],
];
for (const [name, picture, shown] of forMails) {
  const resized = await part(picture, shown, { width: 988, height: 556 });
  await resized.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${out}/${name}-988.jpg`);
  await resized.avif({ quality: 55 }).toFile(`${out}/${name}-988.avif`);
}
