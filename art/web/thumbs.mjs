// Thumbnails of the product gallery: the middle square at 160 px, three pixels per CSS pixel. From
// the PNG in `out/`, or the largest JPEG, of each still and each clip's poster.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
fs.mkdirSync(out, { recursive: true });

for (const name of process.argv.slice(2)) {
  const sources = [`${root}/${name}.png`, `${root}/${name}.jpg`, `${root}/video/${name}-poster.png`];
  const source = sources.find((file) => fs.existsSync(file));
  const sized = () => sharp(source).flatten({ background: '#fbe2db' }).resize(160, 160, { kernel: 'lanczos3' });
  await sized().avif({ quality: 66, effort: 9, chromaSubsampling: '4:2:0' }).toFile(`${out}/${name}-160.avif`);
  await sized().jpeg({ quality: 82, mozjpeg: true }).toFile(`${out}/${name}-160.jpg`);
}
