// Posters of the clips: three pixels per CSS pixel. `offon` is also shown across the page.
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
for (const name of process.argv.slice(2)) {
  const file = `${root}/video/${name}-poster`;
  const sized = sharp(`${file}.png`).resize(name === 'offon' ? 810 : 540);
  await sized.avif({ quality: 50, effort: 6 }).toFile(`${file}.avif`);
  await sharp(`${file}.png`).resize(540).jpeg({ quality: 82, mozjpeg: true }).toFile(`${file}.jpg`);
}
