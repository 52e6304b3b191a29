import type { PublicSite } from '#modules/content/public-site.ts';
import type { Product } from '#modules/catalog/product.ts';
import type { GalleryItem } from '#modules/catalog/ui/gallery.tsx';
import {
  breadcrumbs,
  organization,
  productOffer,
  returnPolicy,
  structuredData,
  type Rating,
} from '#modules/seo/structured-data.ts';
import type { StandardTo } from '#modules/shipping/shipping-terms.ts';

type Shown = {
  gallery: readonly GalleryItem[];
  product: Product;
  shipping: { standard: readonly StandardTo[]; countries: readonly string[] };
  /** Rating from real customer reviews. Null if there is none. */
  rating: Rating | null;
  publicUrl: string;
  /** Path of the shop's icon. */
  icon: string;
  site: Pick<PublicSite, 'name' | 'guaranteeDays' | 'supportEmail'>;
};

/** File of a picture, at most 1200 pixels wide. */
const fileOf = ({ src, widths = [1200] }: { src: string; widths?: readonly number[] }) =>
  `${src}-${widths.findLast((width) => width <= 1200) ?? 480}.jpg`;

/** Structured data (schema.org) of the product page: product, price, delivery and returns. */
export function productStructuredData({ gallery, product, shipping, rating, publicUrl, icon, site }: Shown) {
  const wares = {
    product,
    publicUrl,
    brand: site.name,
    images: gallery.flatMap((item) => (item.kind === 'picture' ? [fileOf(item)] : [])),
    delivery: shipping.standard,
    returns: returnPolicy({ publicUrl, days: site.guaranteeDays, countries: shipping.countries }),
    rating,
  };
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: product.name, path: '/product' },
  ];
  const shop = organization({ name: site.name, publicUrl, email: site.supportEmail, icon });
  return structuredData(shop, productOffer(wares), breadcrumbs(publicUrl, crumbs));
}
