/** Second, minimal brand. A test builds the shop with this folder instead of `content/`. */
export const orderPrefix = 'CS';

export const codePrefix = 'CALM';

export const site = {
  name: 'Calmstone',
  product: 'Jade Face Stone',
  description: 'A cool, smooth jade stone for your face. {guaranteeDays}-day money-back guarantee.',
  banner: 'Free Shipping on All Orders',
  neutralBanner: 'Free Shipping on All Orders',
  guaranteeDays: 14,
  returnWindowDays: 30,
  supportEmail: 'hello@calmstone.example',
  supportHours: 'Monday-Friday 10 AM-4 PM CET',
  replyPromise: 'We reply within two days.',
  disclaimer: 'This stone is for cosmetic use only.',
  seeProduct: 'See the stone',
  themeColor: '#2f6f5e',
  pageColor: '#f4f8f6',
  logo: { onLight: '/logo.svg', onDark: '/logo-white.svg', width: 137, height: 30 },
  icons: {
    svg: '/favicon.svg',
    ico: '/favicon.ico',
    touch: '/icon-180.png',
    screens: [{ src: '/icon-512.png', sizes: '512x512' }],
  },
  shareImage: { src: '/og.jpg', width: 1200, height: 630, alt: 'A green stone' },
  imageNote: 'Pictures are renders.',
  currencyNote: 'Prices in USD.',
};

export const promises = { refundProcessingDays: 2, refundVisibleDays: '5-7' };

export const navigation = [
  { to: '/', label: 'Home' },
  { to: '/product', label: 'The stone' },
  { to: '/quiz', label: 'Quiz' },
  { to: '/science', label: 'Jade' },
  { to: '/reviews', label: 'Reviews' },
  { to: '/track', label: 'Track' },
  { to: '/about', label: 'About' },
];

/** Policy links at the end of the checkout. */
export const policies = [
  { to: '/return-policy', label: 'Return policy' },
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/terms-of-service', label: 'Terms of service' },
];

export const footer = [
  {
    title: 'More',
    entries: [
      { to: '/blog', label: 'Notes' },
      { to: '/contact', label: 'Contact' },
      { to: '/return-policy', label: 'Returns' },
      { to: '/privacy-policy', label: 'Privacy' },
      { to: '/accessibility', label: 'Accessibility' },
      { to: '/terms-of-service', label: 'Terms' },
      { to: '', label: 'Shops' },
    ],
  },
];
