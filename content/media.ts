/**
 * Pictures in several widths. `src` omits width and extension; `focus` is the part that stays
 * visible when the picture is cropped.
 */
export const stills = {
  hero: {
    src: '/media/hero',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_14%]',
    alt: 'The wand leaning on a cream pedestal, its red light on',
  },
  upright: {
    src: '/media/upright',
    width: 1280,
    height: 1600,
    widths: [480, 800, 1200],
    focus: 'object-[50%_14%]',
    alt: 'The wand standing upright in soft light',
  },
  head: {
    src: '/media/head',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_32%]',
    alt: 'Close view of the oval head with its rim of rose gold',
  },
  headDusk: {
    src: '/media/head_dusk',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_32%]',
    alt: 'The head glowing red in the dark',
  },
  flatlay: {
    src: '/media/box',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_30%]',
    alt: 'Box, wand, cable and guide seen from above',
  },
  size: { src: '/media/size_dims', width: 1600, height: 1600, alt: 'Front and side of the wand with its measures' },
  skin: { src: '/media/skin', width: 1600, height: 1600, alt: 'The lit head above a soft surface, illustration' },
  skinDusk: {
    src: '/media/skin_dusk',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_55%]',
    alt: 'The red light on a soft surface in the evening, illustration',
  },
  tileLight: {
    src: '/media/tile_light',
    width: 800,
    height: 800,
    widths: [480, 800],
    alt: 'The oval head with its red LEDs lit in the dark',
  },
  tileMassage: {
    src: '/media/tile_massage',
    width: 800,
    height: 800,
    widths: [480, 800],
    alt: 'The head with drawn waves to both sides for its vibration',
  },
  tileAngle: {
    src: '/media/tile_angle',
    width: 800,
    height: 800,
    widths: [480, 800],
    focus: 'object-top',
    alt: 'Drawing of the head from the side, angled at 27 degrees',
  },
  tileCordless: {
    src: '/media/tile_cordless',
    width: 800,
    height: 800,
    widths: [480, 800],
    focus: 'object-top',
    alt: 'The wand standing upright without a cable',
  },
  cutout: {
    src: '/media/cutout',
    width: 1600,
    height: 1600,
    alt: 'The wand alone on a plain ground, its red light on',
  },
  serum: {
    src: '/media/serum',
    width: 1600,
    height: 1600,
    focus: 'object-[50%_50%]',
    alt: 'Illustration of milky serum drops on the cheek of a calm face, a glass pipette above them.',
  },
  glide: {
    src: '/media/glide',
    width: 1600,
    height: 1600,
    focus: 'object-[56%_44%]',
    alt: 'Illustration of a person with closed eyes and a towel turban gliding the lit red-light wand along the cheek.',
  },
  close: {
    src: '/media/close',
    width: 1600,
    height: 1600,
    focus: 'object-[57%_42%]',
    alt: 'Illustration of the lit wand close to a cheek, its red light on the skin.',
  },
  cheek: {
    src: '/media/cheek',
    width: 1200,
    height: 800,
    widths: [480, 800, 1200],
    alt: 'Illustration of the lit wand gliding along a cheek, held by a hand',
  },
  profile: {
    src: '/media/profile',
    width: 1600,
    height: 1600,
    focus: 'object-[48%_45%]',
    alt: 'Illustration of a face in profile at dusk, the wand’s red light glowing on the cheek.',
  },
  calm: {
    src: '/media/calm',
    width: 1600,
    height: 1600,
    focus: 'object-[52%_42%]',
    alt: 'Illustration of a calm portrait with closed eyes and a cream turban, the lit wand held beside the face.',
  },
  hand: {
    src: '/media/hand',
    width: 1600,
    height: 1600,
    focus: 'object-[36%_42%]',
    alt: 'Illustration of a hand holding the slim white wand, its oval red-light window facing you.',
  },
} as const;

/** Silent clips. `src` omits the extension; `text` describes the content. */
export const clips = {
  turntable: {
    src: '/media/turntable',
    width: 720,
    height: 900,
    text: 'The wand turns once around itself in front of a pale rose circle',
  },
  calm: {
    src: '/media/calm',
    width: 540,
    height: 960,
    text: 'Illustration: a calm face with closed eyes, the lit wand held beside it',
  },
  stroke: {
    src: '/media/stroke',
    width: 540,
    height: 960,
    text: 'Illustration: the lit wand at the cheek of a calm face, its red light rising and falling',
  },
  offon: {
    src: '/media/offon',
    width: 540,
    height: 960,
    text: 'The head above a soft surface: light off, light on, and on again in the evening',
  },
  dusk: {
    src: '/media/dusk',
    width: 540,
    height: 960,
    text: 'Illustration: a face in profile at dusk, the red light glowing on the cheek',
  },
  drops: {
    src: '/media/drops',
    width: 540,
    height: 960,
    text: 'Illustration: milky drops of serum on a cheek, the pipette above them',
  },
  minute: {
    src: '/media/minute',
    width: 540,
    height: 960,
    text: 'Illustration: serum on, one minute with the red light, every day',
  },
} as const;

/** Gallery items in display order. They share nothing with the clips of the landing page. */
export const galleryItems = [
  { kind: 'picture', ...stills.hero },
  { kind: 'picture', ...stills.hand },
  { kind: 'picture', ...stills.head },
  { kind: 'picture', ...stills.upright },
  { kind: 'video', clip: clips.turntable },
  { kind: 'picture', ...stills.flatlay },
  { kind: 'picture', ...stills.size },
  { kind: 'picture', ...stills.headDusk },
  { kind: 'picture', ...stills.cutout },
] as const;
