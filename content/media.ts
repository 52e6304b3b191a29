/** A picture in several widths; `src` is its address without width and ending. */
export const stills = {
  hero: {
    src: '/media/hero',
    width: 1600,
    height: 1600,
    alt: 'The wand leaning on a cream pedestal, its red light on',
  },
  upright: {
    src: '/media/upright',
    width: 1280,
    height: 1600,
    widths: [480, 800, 1200],
    alt: 'The wand standing upright in soft light',
  },
  head: {
    src: '/media/head',
    width: 1600,
    height: 1600,
    alt: 'Close view of the oval head with its ring of rose gold',
  },
  headDusk: { src: '/media/head_dusk', width: 1600, height: 1600, alt: 'The head glowing red in the dark' },
  flatlay: {
    src: '/media/flatlay',
    width: 1600,
    height: 1600,
    alt: 'Box, wand, pouch, cable and guide seen from above',
  },
  size: { src: '/media/size_dims', width: 1600, height: 1600, alt: 'Front and side of the wand with its measures' },
  skin: { src: '/media/skin', width: 1600, height: 1600, alt: 'The lit head above a soft surface, illustration' },
  skinDusk: {
    src: '/media/skin_dusk',
    width: 1600,
    height: 1600,
    alt: 'The red light on a soft surface in the evening, illustration',
  },
} as const;

/** A silent clip; `src` is its address without ending, `text` says what can be seen in it. */
export const clips = {
  turntable: {
    src: '/media/turntable',
    width: 720,
    height: 900,
    text: 'The wand turns once around itself in front of a pale rose circle',
  },
  sweep: { src: '/media/sweep', width: 720, height: 900, text: 'Light sweeps over the dark head until it glows red' },
  unbox: {
    src: '/media/unbox',
    width: 540,
    height: 960,
    text: 'A look along the open box: the wand, the soft pouch, the quick start guide and the cable',
  },
  offon: {
    src: '/media/offon',
    width: 540,
    height: 960,
    text: 'The head above a soft surface: light off, light on, and on again in the evening',
  },
  measure: {
    src: '/media/measure',
    width: 540,
    height: 960,
    text: 'Along the wand with its measures: the red light window, 15 cm, the head at 27 degrees',
  },
  minute: {
    src: '/media/minute',
    width: 540,
    height: 960,
    text: 'The wand upright, on its pedestal and close in the dark: one button, one minute, every day',
  },
} as const;

/** What the gallery shows, in this order. */
export const galleryItems = [
  { kind: 'picture', ...stills.hero },
  { kind: 'picture', ...stills.upright },
  { kind: 'picture', ...stills.head },
  { kind: 'picture', ...stills.headDusk },
  { kind: 'video', clip: clips.turntable },
  { kind: 'picture', ...stills.flatlay },
  { kind: 'picture', ...stills.size },
  { kind: 'picture', ...stills.skin },
  { kind: 'picture', ...stills.skinDusk },
] as const;
