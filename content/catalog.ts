/** The only product. Its figures come from the specification; prices are in cents. */
export const seedProduct = {
  id: '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10',
  name: '4-in-1 Red Light Facial Wand',
  description:
    'Red light, 6,000 soft vibrations a minute and an angled head in one slim wand. Glide it over your serum for one minute a day.',
  priceCents: 12_000,
  salePriceCents: 5_900,
  imageUrl: '/media/hero',
  features: [
    'Red light at 630-680 nm',
    '6,000 vibrations per minute',
    'Head angled at 27° to follow the face',
    '60 minutes of use per charge',
    'One-touch button',
    'Light enough to travel: 15 × 1.5 × 1.8 cm',
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

/** Initial shipping options. Standard is free for everyone; days are business days. */
export const seedShippingOptions = [
  {
    id: '8b1f7a52-3f0e-4f5e-a8c1-6a4b0d9e2f31',
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
