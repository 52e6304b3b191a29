// Crops for the landing page from `herodusk`, `glidewide`, `head`, `head_dusk`, `upright`,
// `size_dims` and `flatlay` (PNG in `out/`, or the JPEG of 1600 px). `duskwide` is for wide windows
// and `dusknear` (8:5) for phones. `box` is `flatlay`.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
fs.mkdirSync(out, { recursive: true });
sharp.concurrency(1);

const master = (name) => (fs.existsSync(`${root}/${name}.png`) ? `${root}/${name}.png` : `${root}/${name}.jpg`);

/** Three arcs on both sides of a point, for a head that vibrates. */
const waves = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><g transform="translate(400 390) rotate(30)" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round">${[
  210, 262, 314,
]
  .flatMap((radius, index) => [-1, 1].map((side) => ({ radius, side, opacity: 0.95 - index * 0.28 })))
  .map(({ radius, side, opacity }) => {
    const [x, y] = [radius * Math.cos(0.62) * side, radius * Math.sin(0.62)];
    return `<path opacity="${opacity}" d="M${x} ${-y}A${radius} ${radius} 0 0 ${side === 1 ? 1 : 0} ${x} ${y}"/>`;
  })
  .join('')}</g></svg>`;

const crop = (name, left, top, side) =>
  sharp(master(name)).removeAlpha().extract({ left, top, width: side, height: side }).resize(800, 800);

/** Names from the command line; all without one. */
const chosen = process.argv.slice(2);

async function write(name, picture, widths, endings) {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  for (const width of widths) {
    const sized = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).resize({
        width,
        kernel: 'lanczos3',
      });
    const file = `${out}/${name}-${width}`;
    const all = {
      avif: () => sized().avif({ quality: 74, effort: 5, chromaSubsampling: '4:2:0' }).toFile(`${file}.avif`),
      webp: () => sized().webp({ quality: 82, effort: 6, smartSubsample: true }).toFile(`${file}.webp`),
      jpg: () => sized().jpeg({ quality: 82, mozjpeg: true }).toFile(`${file}.jpg`),
    };
    for (const ending of endings) console.log(file, ending, (await all[ending]()).size);
  }
}

const usual = ['avif', 'webp', 'jpg'];
const dusk = () => sharp(master('herodusk')).removeAlpha();
const { width, height } = await dusk().metadata();
const side = Math.round(height * 0.8);
const near = dusk().extract({
  left: Math.round(width * 0.984 - side * 1.6),
  top: Math.round(height * 0.05),
  width: Math.round(side * 1.6),
  height: side,
});
await write('dusknear', near, [480, 800, 1200, 1600], ['avif', 'webp']);
await write('dusknear', near, [800], ['jpg']);
await write('duskwide', dusk(), [1080, 1440, 1920, 2560, 3840], ['avif', 'webp']);
await write('tile_light', crop('head_dusk', 330, 90, 1060), [480, 800], usual);
await write('tile_massage', crop('head', 300, 60, 1180).composite([{ input: Buffer.from(waves) }]), [480, 800], usual);
await write('tile_angle', crop('size_dims', 960, 40, 600), [480, 800], usual);
await write('tile_cordless', crop('upright', 0, 100, 1200), [480, 800], usual);
const cheek = sharp(master('glidewide')).extract({ left: 2112, top: 890, width: 1728, height: 1152 });
await write('cheek', cheek.resize({ width: 1200 }), [480, 800, 1200], usual);
await write('box', sharp(master('flatlay')).removeAlpha(), [480, 800, 1200, 1600], usual);
