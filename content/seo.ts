/** Titles and descriptions for search engines, of pages whose own texts are not edited. */
export const seo = {
  track: {
    title: 'Track Your Order',
    description: 'See where your order is with its number and your email address.',
  },
  about: { title: 'About' },
  contact: { title: 'Get in Touch' },
};
