// Crops for the landing page from `hero`, `herowide`, `glidewide`, `head`, `head_dusk`, `upright`,
// `size_dims` and `flatlay` (PNG in `out/`, or the JPEG of 1600 px). `herowide` is for wide windows
// and `heronear` (8:5) for phones. `box` is `flatlay` without the pouch.
import fs from 'node:fs';
import sharp from 'sharp';

const root = (process.env.ART_ROOT || '.') + '/out';
const out = root + '/web';
fs.mkdirSync(out, { recursive: true });
sharp.concurrency(1);

const master = (name) => (fs.existsSync(`${root}/${name}.png`) ? `${root}/${name}.png` : `${root}/${name}.jpg`);

/** Height of the scene, and the left edge of the square `hero` in `herowide` at that height. */
const height = 1600;
const heroLeft = 1164;
/** Background added on the left, in pixels, so that the wand stays whole in low, wide windows. */
const added = 820;

let seed = 7;
const noise = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;

/** `herowide`, with the finer `hero` faded in over its right part. */
async function scene() {
  const wide = sharp(master('herowide')).removeAlpha().resize({ height, kernel: 'lanczos3' });
  const { data, info } = await wide.raw().toBuffer({ resolveWithObject: true });
  const fine = await sharp(master('hero')).removeAlpha().resize(height, height).raw().toBuffer();
  const fade = 120;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < height; x += 1) {
      const weight = Math.min(1, x / fade, (height - 1 - x) / fade);
      for (let band = 0; band < 3; band += 1) {
        const at = (y * info.width + heroLeft + x) * 3 + band;
        data[at] = Math.round(data[at] * (1 - weight) + fine[(y * height + x) * 3 + band] * weight);
      }
    }
  }
  return { data, width: info.width };
}

/** The left edge mirrored, blurred in 16 bits and dithered by one level, then the scene. */
async function widened({ data, width }) {
  const strip = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: 0, top: 0, width: added, height })
    .flop()
    .toColourspace('rgb16')
    .blur(40)
    .raw({ depth: 'ushort' })
    .toBuffer();
  const soft = new Uint16Array(strip.buffer, strip.byteOffset, strip.length / 2);
  const full = Buffer.alloc((added + width) * height * 3);
  for (let y = 0; y < height; y += 1) {
    const line = y * (added + width) * 3;
    for (let x = 0; x < added * 3; x += 1) {
      const value = soft[y * added * 3 + x] / 257 + noise() + noise() - 1;
      full[line + x] = Math.min(255, Math.max(0, Math.round(value)));
    }
    data.copy(full, line + added * 3, y * width * 3, (y + 1) * width * 3);
  }
  return sharp(full, { raw: { width: added + width, height, channels: 3 } });
}

/** The pouch and its shadow in `flatlay`, in pixels of a picture of 800. */
const pouch = [
  [492, 34], [520, 26], [770, 30], [766, 130], [744, 240], [738, 330], [728, 452], [716, 474], [700, 484],
  [640, 486], [560, 478], [448, 462], [452, 420], [490, 150],
]; // prettier-ignore

/** Fills the pouch with the ground around it: the smooth surface that its edge determines. */
async function withoutPouch() {
  const size = 1600;
  const small = 400;
  const picture = await sharp(master('flatlay')).removeAlpha().resize(size, size).raw().toBuffer();
  const points = pouch.map(([x, y]) => `${x},${y}`).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800"/><polygon points="${points}" fill="#fff"/></svg>`;
  const mask = (width, blur) => {
    const drawn = sharp(Buffer.from(svg)).resize(width, width).greyscale();
    return (blur === 0 ? drawn : drawn.blur(blur)).raw().toBuffer();
  };
  const inside = await mask(small, 0);
  const ground = Float64Array.from(await sharp(master('flatlay')).removeAlpha().resize(small, small).raw().toBuffer());
  for (let round = 0; round < 3000; round += 1) {
    for (let y = 1; y < small - 1; y += 1) {
      for (let x = 1; x < small - 1; x += 1) {
        if (inside[y * small + x] < 8) continue;
        for (let band = 0; band < 3; band += 1) {
          const at = (y * small + x) * 3 + band;
          const mean = (ground[at - 3] + ground[at + 3] + ground[at - small * 3] + ground[at + small * 3]) / 4;
          ground[at] += (mean - ground[at]) * 1.9;
        }
      }
    }
  }
  const filled = await sharp(Buffer.from(ground.map((value) => Math.min(255, Math.max(0, Math.round(value))))), {
    raw: { width: small, height: small, channels: 3 },
  })
    .resize(size, size, { kernel: 'cubic' })
    .blur(3)
    .raw()
    .toBuffer();
  const weight = await mask(size, 4);
  for (let at = 0; at < size * size; at += 1) {
    const share = weight[at] / 255;
    if (share === 0) continue;
    for (let band = 0; band < 3; band += 1) {
      const value = picture[at * 3 + band] * (1 - share) + filled[at * 3 + band] * share + noise() - 0.5;
      picture[at * 3 + band] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  return sharp(picture, { raw: { width: size, height: size, channels: 3 } });
}

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
const whole = await scene();
const near = sharp(whole.data, { raw: { width: whole.width, height, channels: 3 } }).extract({
  left: 600,
  top: 130,
  width: 2240,
  height: 1400,
});
await write('heronear', near, [480, 800, 1200, 1600], ['avif', 'webp']);
await write('heronear', near, [800], ['jpg']);
await write('herowide', await widened(whole), [1080, 1440, 1920, 2560, 3840], ['avif', 'webp']);
await write('tile_light', crop('head_dusk', 330, 90, 1060), [480, 800], usual);
await write('tile_massage', crop('head', 300, 60, 1180).composite([{ input: Buffer.from(waves) }]), [480, 800], usual);
await write('tile_angle', crop('size_dims', 960, 40, 600), [480, 800], usual);
await write('tile_cordless', crop('upright', 0, 100, 1200), [480, 800], usual);
const cheek = sharp(master('glidewide')).extract({ left: 2112, top: 890, width: 1728, height: 1152 });
await write('cheek', cheek.resize({ width: 1200 }), [480, 800, 1200], usual);
await write('box', await withoutPouch(), [480, 800, 1200, 1600], usual);
