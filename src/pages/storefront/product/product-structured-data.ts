import { galleryItems } from '#content/media.ts';
import { site } from '#content/site.ts';
import type { Product } from '#modules/catalog/product.ts';
import {
  breadcrumbs,
  organization,
  productOffer,
  returnPolicy,
  structuredData,
  type Rating,
} from '#modules/seo/structured-data.ts';
import type { ShippingOption } from '#modules/shipping/shipping-options.ts';
import { countries } from '#shared/countries.ts';

type Shown = {
  product: Product;
  shipping: ShippingOption | null;
  /** Rating from real customer reviews. Null if there is none. */
  rating: Rating | null;
  publicUrl: string;
};

const pictures = galleryItems.flatMap((item) => (item.kind === 'picture' ? [`${item.src}-1200.jpg`] : []));

/** Structured data (schema.org) of the product page: product, price, delivery and returns. */
export function productStructuredData({ product, shipping, rating, publicUrl }: Shown) {
  const wares = {
    product,
    publicUrl,
    brand: site.name,
    images: pictures,
    delivery: { option: shipping, countries },
    returns: returnPolicy({ publicUrl, days: site.guaranteeDays, countries }),
    rating,
  };
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: product.name, path: '/product' },
  ];
  const shop = organization({ name: site.name, publicUrl, email: site.supportEmail });
  return structuredData(shop, productOffer(wares), breadcrumbs(publicUrl, crumbs));
}
