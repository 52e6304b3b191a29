/** The brand's words around the shop: names, navigation, promises. Another brand replaces this folder. */
export const site = {
  name: 'halorosa',
  product: '4-in-1 Red Light Facial Wand',
  description:
    'A 4-in-1 red light facial wand for radiant skin in 1 minute a day at home. 30-day money-back guarantee, free shipping.',
  banner: 'Limited Time Offer - Free Shipping on All Orders',
  demoRibbon: 'Demo store: sample reviews, activity and stock',
  guaranteeDays: 30,
  supportEmail: 'support@halorosa.example',
  supportHours: 'Monday-Friday 9 AM-6 PM EST',
  disclaimer:
    'This device is for cosmetic use only. It is not a medical device and is not intended to diagnose, treat, cure or prevent any disease.',
  /** Of `og.jpg`, the picture that messengers show beside a link. */
  shareImageAlt: 'The white wand, its oval head glowing red, on a rose circle',
  imageNote: 'Product images are 3D renders.',
};

export const navigation = [
  { to: '/', label: 'Home' },
  { to: '/product', label: 'Shop' },
  { to: '/track', label: 'Track Order' },
];
