import { bullets } from '#content/home.ts';
import { promotionText } from '#content/site.ts';
import type { Product } from '#modules/buying/catalog/rules.ts';
import { Price } from '#modules/buying/catalog/ui/price.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { Heading } from '#ui/heading.tsx';

import { Buy } from '../buy.tsx';

/** Phones only: the product's features and its price in one box. */
export function FeaturePrice({ product, promotion }: { product: Product; promotion: string | null }) {
  return (
    <section aria-labelledby="bullets" className="px-6 pt-20 md:hidden">
      <div className="rounded-card border border-petal bg-white p-7">
        <Heading id="bullets" title={bullets.title} className="text-4xl" />
        <CheckList items={product.features} className="mt-5 space-y-3" />
        <div className="mt-6 space-y-4 border-t border-line pt-6">
          <Price {...product} className="text-4xl font-medium" showSaving />
          <Buy product={product} />
          {promotion === null ? null : <p className="text-center text-sm text-wine">{promotionText(promotion)}</p>}
        </div>
      </div>
    </section>
  );
}
