/** Document `site` of an empty shop: facts and words of the whole shop. */
export const site = {
  facts: {
    guaranteeDays: 30,
    /** Days in which a product that stops working is replaced. */
    replacementDays: 60,
    /** Days from delivery in which a return can be opened. */
    returnDays: 30,
    /** Business days until a refund is made, and until it is visible. */
    refundDays: 2,
    refundVisibleDays: '5-7',
    supportEmail: 'support@halorosa.example',
    supportHours: 'Monday-Friday 9 AM-6 PM EST',
  },
  name: 'halorosa',
  product: '4-in-1 Red Light Facial Wand',
  /** The product within a sentence: 'bought the wand'. */
  productInSentence: 'the wand',
  /** Part of an order number before the hyphen. Existing orders keep their number. */
  orderPrefix: 'HR',
  /** Beginning of the codes that are emailed. */
  codePrefix: 'GLOW',
  description:
    'A 4-in-1 red light facial wand for radiant skin in 1 minute a day at home. {guaranteeDays}-day money-back guarantee. {ifFreeShipping}Free shipping.',
  replyPromise: 'We reply within 24 hours.',
  freeShipping: {
    title: 'Free Shipping',
    everyOrder: '{ifFreeShipping}On all orders',
    from: '{ifPaidShipping}On orders {freeShippingFrom}+',
    banner: '{ifPaidShipping}Free Shipping on Orders {freeShippingFrom}+',
  },
  disclaimer:
    'This device is for cosmetic use only. It is not a medical device and is not intended to diagnose, treat, cure or prevent any disease.',
  /** Label of links to the product. */
  seeProduct: 'See the wand',
  imageNote: 'Product images are 3D renders; people are computer-generated illustrations.',
  currencyNote: 'Prices in USD for every country.',
};

/** Document `navigation` of an empty shop. */
export const navigation = {
  menu: [
    { to: '/', label: 'Home' },
    { to: '/product', label: 'Shop' },
    { to: '/quiz', label: 'Skin Quiz' },
    { to: '/science', label: 'Science' },
    { to: '/reviews', label: 'Reviews' },
    { to: '/track', label: 'Track Order' },
    { to: '/about', label: 'About' },
  ],
  /** Footer columns. An entry with an empty address is still to come. */
  footer: [
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
        { to: '', label: 'Gift cards' },
      ],
    },
    {
      title: 'Company',
      entries: [
        { to: '/about', label: 'About' },
        { to: '/privacy-policy', label: 'Privacy policy' },
        { to: '/accessibility', label: 'Accessibility' },
        { to: '/terms-of-service', label: 'Terms of service' },
        { to: '', label: 'Careers' },
      ],
    },
  ],
  /** Payment methods named in the footer. */
  payments: ['Visa', 'Mastercard', 'American Express'],
  /** Policy links at the end of the checkout. */
  policies: [
    { to: '/return-policy', label: 'Return policy' },
    { to: '/privacy-policy', label: 'Privacy policy' },
    { to: '/terms-of-service', label: 'Terms of service' },
  ],
};

/** Banner texts of an empty shop: during a campaign, and while none runs. */
export const banner = {
  text: 'Limited Time Offer - Free Shipping on All Orders',
  neutralText: 'Free Shipping on All Orders',
};

/** Picture that messengers show beside a shared link: a JPEG. */
export const builtShareImage = { src: '/og.jpg', width: 1200, height: 630 };
