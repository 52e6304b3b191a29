export const seedProduct = {
  id: '7d2c9b4e-1f6a-4c3d-8e5b-0a9f8e7d6c50',
  name: 'Jade Face Stone',
  description: 'A cool, smooth stone for your face.',
  priceCents: 4_000,
  salePriceCents: 2_400,
  imageUrl: '/media/hero',
  features: ['Cool for ten minutes'],
  specifications: { Weight: '90 g' },
};

export const seedShippingOptions = [
  {
    id: '7d2c9b4e-1f6a-4c3d-8e5b-0a9f8e7d6c51',
    name: 'Post',
    description: 'By letter post',
    priceCents: 0,
    daysMin: 2,
    daysMax: 4,
    sortOrder: 1,
  },
];
