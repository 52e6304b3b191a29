// Posters of the clips, with the hero's film grain in AVIF: three pixels per CSS pixel of a clip's
// card. `offon` is also shown across the page. Run after hero.mjs. Needs avifenc.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
for (const name of process.argv.slice(2)) {
  const file = `${root}/video/${name}-poster`;
  const sized = `${file}-sized.png`;
  await sharp(`${file}.png`)
    .resize(name === 'offon' ? 810 : 540)
    .png()
    .toFile(sized);
  const aom = ['end-usage=q', 'cq-level=27', 'tune=ssim', `film-grain-table=${root}/grain.tbl`];
  const options = ['-s', '3', '-y', '420', '--min', '0', '--max', '63', ...aom.flatMap((option) => ['-a', option])];
  execFileSync('avifenc', [...options, sized, `${file}.avif`]);
  fs.rmSync(sized);
  await sharp(`${file}.png`).resize(540).jpeg({ quality: 82, mozjpeg: true }).toFile(`${file}.jpg`);
}
