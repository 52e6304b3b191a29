/** What the product page says beyond the product's own row. */
export const gallery = [
  { src: '/media/hero', alt: 'The wand leaning on a cream pedestal, its red light on', width: 1600, height: 1600 },
  { src: '/media/head', alt: 'Close view of the oval head with its ring of rose gold', width: 1600, height: 1600 },
  { src: '/media/head_dusk', alt: 'The head glowing red in the dark', width: 1600, height: 1600 },
  { src: '/media/flatlay', alt: 'Box, wand, pouch, cable and guide seen from above', width: 1600, height: 1600 },
  { src: '/media/size_dims', alt: 'Front and side of the wand with its measures', width: 1600, height: 1600 },
  { src: '/media/skin', alt: 'The lit head above a soft surface, illustration', width: 1600, height: 1600 },
];

export const inTheBox = ['4-in-1 red light wand', 'USB cable', 'Quick start guide', '60-day guarantee'];

export const stats = [
  { figure: '1 min', text: 'a day' },
  { figure: '60 min', text: 'per charge' },
  { figure: '2 h', text: 'to full charge' },
];

export const promotionText = 'Buy 2 Get 1 Free, applied at checkout';
