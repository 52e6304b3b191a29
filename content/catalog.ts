/** The only product. Its figures come from the specification; prices are in cents. */
export const seedProduct = {
  id: '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10',
  name: '4-in-1 Red Light Facial Wand',
  description:
    'Red light, gentle massage and an angled head in one slim wand. Glide it over any serum you already use, a minute a day.',
  priceCents: 12_000,
  salePriceCents: 5_900,
  imageUrl: '/media/hero',
  features: [
    'Follows your jaw without twisting your wrist',
    'Red light and massage at once',
    'Works with the serum you already use',
    'Cordless: use it at the mirror or on the couch',
    'One button, nothing to set up',
    'Slim enough for your makeup bag',
  ],
  specifications: {
    'Light wavelength': '630-680 nm',
    Vibration: '6,000 per minute',
    'Head angle': '27°',
    'Use per charge': '60 minutes',
    Battery: '350 mAh',
    Charging: 'USB 5V/1A, 2 hours',
    Power: '1.5 W',
    Size: '15 × 1.5 × 1.8 cm',
    'Daily use': '1 minute',
  },
};

const standardShipping = '8b1f7a52-3f0e-4f5e-a8c1-6a4b0d9e2f31';

/** Initial shipping options. Standard is free for everyone; days are business days. */
export const seedShippingOptions = [
  {
    id: standardShipping,
    name: 'Standard Shipping',
    description: 'Tracked delivery to your door',
    priceCents: 0,
    daysMin: 3,
    daysMax: 5,
    sortOrder: 1,
  },
  {
    id: '8b1f7a52-3f0e-4f5e-a8c1-6a4b0d9e2f32',
    name: 'Express Shipping',
    description: 'Priority handling and delivery',
    priceCents: 1_299,
    daysMin: 1,
    daysMax: 2,
    sortOrder: 2,
  },
];

/**
 * Standing offer of an empty shop. Pages show it, and it applies as soon as standard shipping has a
 * price.
 */
export const seedFreeShipping = {
  kind: 'free_shipping_over',
  options: { minGoodsCents: 10_000, what: 'shipping', methods: [standardShipping] },
  enabled: true,
  position: 2,
};
