/**
 * Formats of a photo file, detected by its first bytes. The file's name and declared type are
 * ignored.
 */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCodePoint(...bytes.subarray(from, to));

/** Brands of an ISO media file that hold HEVC-coded pictures. */
const heicBrand = /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

function mediaFormat(brand: string): PhotoFormat | null {
  if (brand === 'avif' || brand === 'avis') return 'avif';
  return heicBrand.test(brand) ? 'heic' : null;
}

/** Returns the format detected from the first 32 bytes of a file, or null. */
export function photoFormat(bytes: Uint8Array): PhotoFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 4, 8) !== 'ftyp') return null;
  // A file of the generic brand `mif1` names its codec among the compatible brands.
  const brands = [ascii(bytes, 8, 12), ascii(bytes, 16, 20), ascii(bytes, 20, 24), ascii(bytes, 24, 28)];
  return brands.some((brand) => mediaFormat(brand) === 'avif') ? 'avif' : mediaFormat(brands[0] ?? '');
}

/**
 * True for a progressive JPEG: its first frame header has the marker SOF2. Reads from segment to
 * segment, because a preview inside one has its own frame header.
 */
export function isProgressiveJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // C4, C8 and CC are tables; DA starts the pixels.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return marker === 0xc2;
    if (marker === 0xda) return false;
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return false;
}

/**
 * Value of the `accept` attribute of a photo field. HEIC is absent, so that an iPhone converts its
 * photos to JPEG.
 */
export const acceptedPhotos = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Same for a field whose HEIC photos the page converts before it sends them. */
export const acceptedConvertedPhotos = `${acceptedPhotos},image/heic,image/heif,.heic,.heif`;

const mebi = 1024 * 1024;

/** Max size of a photo in bytes. A request may have 10 MB including the form's overhead. */
export const maxPhotoBytes = 10 * mebi - 4_096;

/** Returns the sentence about a file with too many bytes to be sent, or null. */
export function tooManyBytes(size: number): string | null {
  if (size <= maxPhotoBytes) return null;
  const tenths = Math.max(101, Math.ceil((size * 10) / mebi));
  const megabytes = tenths < 110 ? (tenths / 10).toFixed(1) : Math.round(tenths / 10);
  return `This picture has ${megabytes} MB. Up to 10 MB, please.`;
}

const mega = 1_000_000;
/** Maximum side in pixels. A longer row or column takes seconds, even with few pixels in total. */
const maxSide = 20_000;
/**
 * Maximum pixels of photos decoded in strips, and of those decoded whole. Each takes at most 100 MB
 * of memory.
 */
const maxPixels: Record<PhotoFormat | 'progressive', number> = {
  jpeg: 50 * mega,
  png: 50 * mega,
  webp: 50 * mega,
  gif: 13 * mega,
  progressive: 13 * mega,
  avif: 5 * mega,
  heic: 0,
};

type Size = { width: number; height: number; isProgressive?: boolean | undefined };

/** Returns the limit that a photo of this size exceeds, or null. */
export function sizeProblem(format: PhotoFormat, { width, height, isProgressive = false }: Size): PhotoProblem | null {
  if (width > maxSide || height > maxSide) return 'photo_too_long';
  const maxTotal = isProgressive ? Math.min(maxPixels.progressive, maxPixels[format]) : maxPixels[format];
  return width * height > maxTotal ? 'photo_too_large' : null;
}

/** Reasons why a photo is refused, each with the message for the person who chose it. */
export const photoProblems = {
  photo_unknown: 'We can’t read this file. Choose a JPEG, PNG, WebP, GIF or AVIF photo.',
  photo_heic: 'HEIC photos aren’t supported. Save the photo as a JPEG and try again.',
  photo_damaged: 'This photo is incomplete or damaged. Choose another one.',
  photo_too_large:
    'This photo has too many pixels: 50 megapixels at most, 13 as a GIF or a progressive file, 5 as an AVIF. Choose a smaller one.',
  photo_too_long: 'This photo is more than 20,000 pixels long or wide. Choose a smaller one.',
};

export type PhotoProblem = keyof typeof photoProblems;

export const photosTooLarge =
  'Your photos are larger than 10 MB together. Go back: your text is still there. Then choose fewer or smaller photos.';
