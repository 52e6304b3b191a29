const guaranteeDays = 30;

/** The brand's words around the shop: names, navigation, promises. Another brand replaces this folder. */
export const site = {
  name: 'halorosa',
  product: '4-in-1 Red Light Facial Wand',
  description: `A 4-in-1 red light facial wand for radiant skin in 1 minute a day at home. ${guaranteeDays}-day money-back guarantee, free shipping.`,
  banner: 'Limited Time Offer - Free Shipping on All Orders',
  /** Stands in the banner's place while no campaign runs. */
  neutralBanner: 'Free Shipping on All Orders',
  demoRibbon: 'Demo store: sample reviews, activity and stock',
  guaranteeDays,
  /** The longest promise that is published, in days from delivery: the one that is kept. */
  returnWindowDays: 60,
  supportEmail: 'support@halorosa.example',
  supportHours: 'Monday-Friday 9 AM-6 PM EST',
  replyPromise: 'We reply within 24 hours.',
  disclaimer:
    'This device is for cosmetic use only. It is not a medical device and is not intended to diagnose, treat, cure or prevent any disease.',
  /** What stands before the hyphen of an order's number; orders keep the number that they were given. */
  orderPrefix: 'HR',
  /** Of links to the one product. */
  seeProduct: 'See the wand',
  /** Of a browser's bars; `pageColour` is the background while the shop opens from a home screen. */
  themeColour: '#f43f5e',
  pageColour: '#fdf6f2',
  logo: { onLight: '/logo.svg', onDark: '/logo-white.svg', width: 137, height: 30 },
  icons: {
    svg: '/favicon.svg',
    ico: '/favicon.ico',
    touch: '/icon-180.png',
    screens: [
      { src: '/icon-192.png', sizes: '192x192' },
      { src: '/icon-512.png', sizes: '512x512' },
    ],
  },
  /** What messengers show beside a link: a JPEG. */
  shareImage: {
    src: '/og.jpg',
    width: 1200,
    height: 630,
    alt: 'The white wand, its oval head glowing red, on a rose circle',
  },
  notFoundPicture: { src: '/media/head', width: 1600, height: 1600 },
  imageNote: 'Product images are 3D renders, pictures of people computer-generated illustrations.',
  currencyNote: 'Prices in USD for every country.',
  /** To whose browser keeps no cookies. */
  cookiesNeeded: {
    title: 'Your browser blocks cookies',
    description:
      'The cart, the checkout and signing in need them. Please allow them for this shop, and load this page again.',
  },
};

/** Business days until a refund is made, and until it is seen: every text that tells them takes them from here. */
export const promises = { refundProcessingDays: 2, refundVisibleDays: '5-7' };

/** A promotion, 'Buy 2 Get 1 Free', beside a price. */
export const promotionText = (name: string) => `${name}, applied at checkout`;

export const navigation = [
  { to: '/', label: 'Home' },
  { to: '/product', label: 'Shop' },
  { to: '/quiz', label: 'Skin Quiz' },
  { to: '/science', label: 'Science' },
  { to: '/reviews', label: 'Reviews' },
  { to: '/track', label: 'Track Order' },
  { to: '/about', label: 'About' },
];

/** What the checkout shows at its end. */
export const policies = [
  { to: '/return-policy', label: 'Return policy' },
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/terms-of-service', label: 'Terms of service' },
];

/** The columns of the footer; an entry without an address is yet to come. */
export const footer = [
  {
    title: 'Discover',
    entries: [
      { to: '/product', label: 'The wand' },
      { to: '/quiz', label: 'Skin quiz' },
      { to: '/science', label: 'Science' },
      { to: '/reviews', label: 'Reviews' },
      { to: '/blog', label: 'Blog' },
    ],
  },
  {
    title: 'Help',
    entries: [
      { to: '/track', label: 'Track order' },
      { to: '/contact', label: 'Contact' },
      { to: '/return-policy', label: 'Return policy' },
      { to: null, label: 'Gift cards' },
    ],
  },
  {
    title: 'Company',
    entries: [
      { to: '/about', label: 'About' },
      { to: '/privacy-policy', label: 'Privacy policy' },
      { to: '/accessibility', label: 'Accessibility' },
      { to: '/terms-of-service', label: 'Terms of service' },
      { to: null, label: 'Careers' },
    ],
  },
];
