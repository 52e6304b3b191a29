import { bullets } from '#content/home.ts';
import { promotionText } from '#content/site.ts';
import type { Product } from '#modules/buying/catalog/rules.ts';
import { Price } from '#modules/buying/catalog/ui/price.tsx';
import { promotionOffered } from '#modules/buying/discounts/rules.ts';
import { CheckIcon } from '#ui/icons.tsx';

import { Buy } from '../buy.tsx';

/** Phones only: the product's features and its price in one box. */
export function FeaturePrice({ product }: { product: Product }) {
  const offered = promotionOffered(product);
  return (
    <section aria-labelledby="bullets" className="px-6 pt-20 md:hidden">
      <div className="rounded-card border border-petal bg-white p-7">
        <h2 id="bullets" className="text-4xl">
          {bullets.title}
        </h2>
        <ul className="mt-5 space-y-3">
          {product.features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" /> {feature}
            </li>
          ))}
        </ul>
        <div className="mt-6 space-y-4 border-t border-line pt-6">
          <Price {...product} className="text-4xl font-medium" showSaving />
          <Buy product={product} />
          {offered === null ? null : <p className="text-center text-sm text-wine">{promotionText(offered)}</p>}
        </div>
      </div>
    </section>
  );
}
