// Photos of the demo shop's sample reviews: crops of 3:4 from the stills (JPEG of 1600 px), into
// `db/seed/photos`. `box` is written by `landing.mjs`.
import sharp from 'sharp';

const [from = 'public/media', to = 'db/seed/photos'] = process.argv.slice(2);

/** Still, left and top edge and width of the crop, in pixels of 1600. */
const crops = {
  shelf: ['hero', 330, 130, 960],
  hand: ['hand', 190, 300, 900],
  rim: ['head', 430, 200, 800],
  angle: ['close', 560, 330, 860],
  evening: ['profile', 420, 500, 720],
  box: ['box', 0, 130, 760],
  cable: ['box', 820, 880, 530],
  glow: ['skin', 180, 300, 900],
};

for (const [name, [still, left, top, width]] of Object.entries(crops)) {
  const area = { left, top, width, height: Math.round((width * 4) / 3) };
  const { size } = await sharp(`${from}/${still}-1600.jpg`)
    .extract(area)
    .resize(720, 960)
    .webp({ quality: 80, effort: 6 })
    .toFile(`${to}/${name}.webp`);
  console.log(name, size);
}
