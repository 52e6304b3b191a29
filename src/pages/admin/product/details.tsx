import { maxLengths, specificationLines, type EditableProduct } from '#modules/catalog/edit-product.ts';
import { compareAtPrice, referenceDays } from '#modules/catalog/price-history.ts';
import { formatUsd } from '#shared/money.ts';
import { Button } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { Panel } from '../components/page.tsx';
import type { PriceQuestion } from './price-confirmation.ts';

type DetailsProps = { product: EditableProduct; version: string; lowestCents: number | null };

/** Reference price that the shop may show beside a sale price, with the reason. */
function Comparison({ product, lowestCents: minCents }: Pick<DetailsProps, 'product' | 'lowestCents'>) {
  const compared = compareAtPrice(product);
  const { salePriceCents } = product;
  return (
    <div className="rounded-xl bg-cream px-4 py-3 text-sm text-soft">
      <p>
        {salePriceCents === null
          ? 'No sale price, so no price is crossed out.'
          : compared === null
            ? 'No price is crossed out: the product had no higher price in the 30 days before the sale.'
            : `${formatUsd(compared)} is shown crossed out. It’s the lowest price in the ${referenceDays} days before the sale, capped at the price above.`}
      </p>
      <p className="mt-1">
        {minCents === null
          ? 'No price before today.'
          : `Lowest price in the last ${referenceDays} days: ${formatUsd(minCents)}.`}
      </p>
    </div>
  );
}

export function Details({ product, version, lowestCents: minCents }: DetailsProps) {
  const { keep } = useFormResponse<PriceQuestion>('product')?.result ?? {};
  return (
    <Panel title="Details and pricing">
      <ActionForm
        name="product"
        submit="Save product"
        stored={{ ...product, specifications: specificationLines(product.specifications) }}
        hidden={{ version }}
        beside={
          keep === undefined ? undefined : (
            <Button type="submit" name="prices" value="keep" look="second">
              {keep}
            </Button>
          )
        }
        fields={[
          { name: 'name', label: 'Name', maxLength: maxLengths.name, required: true },
          {
            name: 'description',
            kind: 'lines',
            label: 'Description',
            rows: 3,
            maxLength: maxLengths.description,
            required: true,
          },
          [
            { name: 'priceCents', kind: 'money', label: 'Price (USD)', required: true },
            { name: 'salePriceCents', kind: 'money', label: 'Sale price (USD, optional)' },
          ],
          <Comparison key="comparison" product={product} lowestCents={minCents} />,
          { name: 'features', kind: 'lines', label: 'Key features, one per line', rows: 6 },
          { name: 'specifications', kind: 'lines', label: 'Specifications, one “Label: value” per line', rows: 9 },
          {
            name: 'isActive',
            kind: 'box',
            label: 'Sell this product',
            hint: 'When off, the shop shows that no product is available.',
          },
        ]}
      />
    </Panel>
  );
}
