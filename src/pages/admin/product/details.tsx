import { maxLengths, specificationLines, type EditableProduct } from '#modules/catalog/edit-product.ts';
import { comparedPrice, referenceDays } from '#modules/catalog/price-history.ts';
import { formatUsd } from '#shared/money.ts';
import { Button } from '#ui/button.tsx';
import { focusOnMount } from '#ui/focus.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { Panel } from '../components/page.tsx';
import type { PriceQuestion } from './price-question.ts';

type DetailsProps = { product: EditableProduct; version: string; lowestCents: number | null };

/** Reference price that the shop may show beside a sale price, with the reason. */
function Comparison({ product, lowestCents: minCents }: Pick<DetailsProps, 'product' | 'lowestCents'>) {
  const compared = comparedPrice(product);
  const { salePriceCents } = product;
  return (
    <div className="rounded-xl bg-cream px-4 py-3 text-sm text-soft">
      <p>
        {salePriceCents === null
          ? 'There is no sale price, so nothing is struck through.'
          : compared === null
            ? 'Nothing is struck through beside the sale price: a higher price was not asked in the 30 days before the sale began.'
            : `${formatUsd(compared)} stands struck through beside the sale price: the lowest price of the ${referenceDays} days before the sale began, never more than the price above.`}
      </p>
      <p className="mt-1">
        {minCents === null
          ? 'No price was asked before today.'
          : `Lowest price of the last ${referenceDays} days: ${formatUsd(minCents)}.`}
      </p>
    </div>
  );
}

/** Question about new prices, with both answers as buttons of the form. */
function PriceChoice({ question, note, keep, prices }: PriceQuestion & { prices: string }) {
  return (
    <div className="space-y-3 rounded-xl border border-amber-500 bg-amber-50 p-4">
      <p ref={focusOnMount} tabIndex={-1} className="font-medium outline-none">
        {question}
      </p>
      <p className="text-sm">{note}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="agreed" value={prices}>
          Save
        </Button>
        <Button type="submit" name="prices" value="keep" look="second">
          {keep}
        </Button>
      </div>
    </div>
  );
}

export function Details({ product, version, lowestCents: minCents }: DetailsProps) {
  const { result, values } = useAnswer<PriceQuestion>('product') ?? {};
  const question = result ?? null;
  const prices = `${values?.priceCents ?? ''}/${values?.salePriceCents ?? ''}`;
  return (
    <Panel title="Texts and prices">
      <ActionForm
        name="product"
        submit="Save product"
        stored={{ ...product, specifications: specificationLines(product.specifications) }}
        hidden={{ version }}
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
            { name: 'salePriceCents', kind: 'money', label: 'Sale price (USD), empty for none' },
          ],
          <Comparison key="comparison" product={product} lowestCents={minCents} />,
          ...(question === null ? [] : [<PriceChoice key="question" {...question} prices={prices} />]),
          { name: 'features', kind: 'lines', label: 'Key features, one per line', rows: 6 },
          { name: 'specifications', kind: 'lines', label: "Specifications, 'Label: value' per line", rows: 9 },
          {
            name: 'isActive',
            kind: 'box',
            label: 'Sell this product',
            hint: 'Without it the shop says that there is no product.',
          },
        ]}
      />
    </Panel>
  );
}
