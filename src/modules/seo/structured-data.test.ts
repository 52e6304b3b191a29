import { describe, expect, test } from 'vitest';

import type { Product } from '#modules/catalog/product.ts';

import { breadcrumbs, faqPage, organization, productOffer, returnPolicy, structuredData } from './structured-data.ts';

const publicUrl = 'https://shop.example';
const countries = ['US', 'CA'];
const wand: Product = {
  id: '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10',
  name: 'Wand',
  description: 'A wand',
  priceCents: 12_000,
  salePriceCents: 5_900,
  referencePriceCents: 12_000,
  promotions: [{ kind: 'buy_x_get_y', options: { buy: 2, free: 1 } }],
  imageUrl: '/media/hero',
  features: [],
  specifications: {},
  onHand: 7,
  available: 7,
};
const standard = { id: 's', name: 'Standard', description: '', priceCents: 0, daysMin: 3, daysMax: 5, countries: [] };
const returns = returnPolicy({ publicUrl, days: 30, countries });

const wares = {
  product: wand,
  publicUrl,
  brand: 'Brand',
  images: ['/media/hero-1200.jpg'],
  delivery: [{ option: standard, countries }],
  returns,
  rating: null,
};
const offered = (product: Partial<Product>) =>
  productOffer({ ...wares, product: { ...wand, ...product } }).offers as Record<string, unknown>;

describe('the product', () => {
  test('has all fields that shopping searches require', () => {
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    expect(productOffer(wares)).toStrictEqual({
      '@id': 'https://shop.example/product#product',
      '@type': 'Product',
      brand: { '@type': 'Brand', name: 'Brand' },
      description: 'A wand',
      image: ['https://shop.example/media/hero-1200.jpg'],
      name: 'Wand',
      offers: {
        '@type': 'Offer',
        availability: 'https://schema.org/InStock',
        hasMerchantReturnPolicy: {
          '@id': 'https://shop.example/#returns',
          '@type': 'MerchantReturnPolicy',
          applicableCountry: ['US', 'CA'],
          merchantReturnDays: 30,
          merchantReturnLink: 'https://shop.example/return-policy',
          refundType: 'https://schema.org/FullRefund',
          returnFees: 'https://schema.org/FreeReturn',
          returnMethod: 'https://schema.org/ReturnByMail',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        },
        itemCondition: 'https://schema.org/NewCondition',
        price: '59.00',
        priceCurrency: 'USD',
        seller: { '@id': 'https://shop.example/#organization' },
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          deliveryTime: {
            '@type': 'ShippingDeliveryTime',
            businessDays: {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: weekdays.map((day) => `https://schema.org/${day}`),
            },
            transitTime: { '@type': 'QuantitativeValue', maxValue: 5, minValue: 3, unitCode: 'DAY' },
          },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: ['US', 'CA'] },
          shippingRate: { '@type': 'MonetaryAmount', currency: 'USD', value: '0.00' },
        },
        url: 'https://shop.example/product',
      },
      sku: '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c10',
      url: 'https://shop.example/product',
    });
  });

  test.each([
    ['59 dollars on sale', { salePriceCents: 5_900 }, '59.00'],
    ['5 cents', { salePriceCents: 5 }, '0.05'],
    ['1,234.50 dollars', { salePriceCents: 123_450 }, '1234.50'],
    ['the regular price without a sale', { salePriceCents: null }, '120.00'],
  ])('formats a price of %s with two decimals', (_name, product, price) => {
    expect(offered(product).price).toBe(price);
  });

  test.each([
    [7, 'InStock'],
    [1, 'InStock'],
    [null, 'InStock'],
    [0, 'OutOfStock'],
    [-1, 'OutOfStock'],
  ])('with %s units available it is %s', (available, word) => {
    expect(offered({ available }).availability).toBe(`https://schema.org/${word}`);
  });

  test('names each standard option with the countries to which it goes', () => {
    const delivery = [
      { option: standard, countries: ['US'] },
      { option: { ...standard, id: 'a', priceCents: 2_500 }, countries: ['CA', 'AU'] },
    ];
    const { shippingDetails } = productOffer({ ...wares, delivery }).offers as Record<string, unknown>;
    expect(shippingDetails).toMatchObject([
      { shippingRate: { value: '0.00' }, shippingDestination: { addressCountry: ['US'] } },
      { shippingRate: { value: '25.00' }, shippingDestination: { addressCountry: ['CA', 'AU'] } },
    ]);
  });

  test('has no rating without reviews or with zero reviews', () => {
    expect(productOffer(wares)).not.toHaveProperty('aggregateRating');
    expect(productOffer({ ...wares, rating: { average: 0, count: 0 } })).not.toHaveProperty('aggregateRating');
  });

  test('has the average and the count, and no list of reviews, which would be empty', () => {
    const thing = productOffer({ ...wares, rating: { average: 4.75, count: 12 } });
    expect(thing.aggregateRating).toEqual({ '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: 12 });
    expect(thing).not.toHaveProperty('review');
  });

  test('has no shipping details if no option is offered', () => {
    const thing = productOffer({ ...wares, delivery: [] });
    expect(thing.offers).not.toHaveProperty('shippingDetails');
  });
});

test('breadcrumbs count from 1 and use absolute URLs', () => {
  const crumbs = breadcrumbs(publicUrl, [
    { name: 'Home', path: '/' },
    { name: 'Wand', path: '/product' },
  ]);
  expect(crumbs.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 2, name: 'Wand', item: 'https://shop.example/product' },
  ]);
});

test('every FAQ question is paired with its answer', () => {
  expect(faqPage([{ question: 'Does it hurt?', answer: 'No.' }])).toEqual({
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'Does it hurt?', acceptedAnswer: { '@type': 'Answer', text: 'No.' } }],
  });
});

test('references to the shop resolve within the same page', () => {
  const shop = organization({ name: 'Brand', publicUrl, email: 'help@shop.example', icon: '/icon-512.png' });
  const all = structuredData(shop, productOffer(wares));
  expect(all['script:ld+json']['@graph'][0]).toMatchObject({ '@id': 'https://shop.example/#organization' });
  expect(offered({}).seller).toEqual({ '@id': shop['@id'] });
});
