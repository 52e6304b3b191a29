const stone = { src: '/media/hero', width: 1600, height: 1600, alt: 'The stone' };

/** Picture and clip for every place. The gallery needs no more. */
export const stills = { stone };

export const clips = {
  turn: { src: '/media/turntable', width: 720, height: 900, text: 'The stone turns once around itself' },
} as const;
