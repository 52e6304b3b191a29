import { unitPrice, type Product } from '#modules/catalog/product.ts';
import type { StandardTo } from '#modules/shipping/shipping-terms.ts';
import { decimals } from '#shared/money.ts';

export type Rating = { average: number; count: number };
type Question = { question: string; answer: string };
type Crumb = { name: string; path: string };

/** A schema.org object. */
type Thing = { '@type': string; [property: string]: unknown };

/** Returns one descriptor for a page's `meta` with all its structured data. */
export function structuredData(...things: Thing[]) {
  return { 'script:ld+json': { '@context': 'https://schema.org', '@graph': things } };
}

type Brand = { name: string; publicUrl: string; email: string; icon: string };

export function organization({ name, publicUrl, email, icon }: Brand): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name,
    url: `${publicUrl}/`,
    logo: publicUrl + icon,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email },
  };
}

export function webSite({ name, publicUrl }: Pick<Brand, 'name' | 'publicUrl'>): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    name,
    url: `${publicUrl}/`,
    inLanguage: 'en',
    publisher: { '@id': `${publicUrl}/#organization` },
  };
}

/** Breadcrumbs from the home page to the current page. */
export function breadcrumbs(publicUrl: string, crumbs: readonly Crumb[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

export function faqPage(questions: readonly Question[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

type Returns = { publicUrl: string; days: number; countries: readonly string[] };

/** Full refund within `days` days of delivery, with free return by mail. */
export function returnPolicy({ publicUrl, days, countries }: Returns): Thing {
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': `${publicUrl}/#returns`,
    applicableCountry: countries,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: days,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/FreeReturn',
    refundType: 'https://schema.org/FullRefund',
    merchantReturnLink: `${publicUrl}/return-policy`,
  };
}

function businessDays(): Thing {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: days.map((day) => `https://schema.org/${day}`) };
}

function shippingDetails({ option, countries }: StandardTo): Thing {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: decimals(option.priceCents), currency: 'USD' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countries },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: businessDays(),
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: option.daysMin,
        maxValue: option.daysMax,
        unitCode: 'DAY',
      },
    },
  };
}

function offer({ product, publicUrl, delivery, returns }: Wares): Thing {
  const details = delivery.map(shippingDetails);
  const isAvailable = product.available === null || product.available > 0;
  return {
    '@type': 'Offer',
    url: `${publicUrl}/product`,
    price: decimals(unitPrice(product)),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${publicUrl}/#organization` },
    ...(details.length === 0 ? {} : { shippingDetails: details.length === 1 ? details[0] : details }),
    hasMerchantReturnPolicy: returns,
  };
}

function proof(rating: Rating | null) {
  if (rating === null || rating.count === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average.toFixed(1),
      reviewCount: rating.count,
    },
  };
}

type Wares = {
  product: Product;
  publicUrl: string;
  brand: string;
  /** Paths of the pictures, starting with `/`. */
  images: readonly string[];
  /** Standard shipping, and the countries to which it goes. */
  delivery: readonly StandardTo[];
  returns: Thing;
  /** Based on real, approved reviews only. Null makes no claim. */
  rating: Rating | null;
};

/** Product with current price and stock. Has a rating only if real reviews support it. */
export function productOffer(wares: Wares): Thing {
  const { product, publicUrl, brand, images, rating } = wares;
  return {
    '@type': 'Product',
    '@id': `${publicUrl}/product#product`,
    name: product.name,
    description: product.description,
    sku: product.id,
    url: `${publicUrl}/product`,
    brand: { '@type': 'Brand', name: brand },
    image: images.map((path) => publicUrl + path),
    offers: offer(wares),
    ...proof(rating),
  };
}
