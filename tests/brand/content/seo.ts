export const seo = {
  track: { title: 'Track Your Order', description: 'See where your order is with its number and your email address.' },
  about: { title: 'About' },
  contact: { title: 'Get in Touch' },
};
