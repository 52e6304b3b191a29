const stone = { src: '/media/hero', width: 1600, height: 1600, alt: 'The stone' };

/** One picture and one clip are enough. */
export const stills = { stone };

export const clips = {
  turn: { src: '/media/turntable', width: 720, height: 900, text: 'The stone turns once around itself' },
} as const;

export const galleryItems = [
  { kind: 'picture', ...stone },
  { kind: 'video', clip: clips.turn },
] as const;

/** Beside the words of a checkout that was left. */
export const cancelledPicture = stills.stone;
