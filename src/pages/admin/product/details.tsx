import { maxLengths, specificationLines, type EditableProduct } from '#modules/buying/catalog/editing/rules.ts';
import { comparedPrice, referenceDays } from '#modules/buying/catalog/price-history/rules.ts';
import { formatUsd } from '#shared/money.ts';
import { Field, TextAreaField } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { amountText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';
import { Panel } from '../parts/panel.tsx';

type DetailsProps = {
  product: EditableProduct;
  stamp: string;
  lowestCents: number | null;
  answer: FormAnswer | undefined;
};

/** What the shop may say beside a sale price, and why. */
function Comparison({ product, lowestCents }: Pick<DetailsProps, 'product' | 'lowestCents'>) {
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
        {lowestCents === null
          ? 'No price was asked before today.'
          : `Lowest price of the last ${referenceDays} days: ${formatUsd(lowestCents)}.`}
      </p>
    </div>
  );
}

/** The product's texts and prices. */
export function Details({ product, stamp, lowestCents, answer }: DetailsProps) {
  const stored = {
    name: product.name,
    description: product.description,
    priceCents: amountText(product.priceCents),
    salePriceCents: amountText(product.salePriceCents),
    features: product.features.join('\n'),
    specifications: specificationLines(product.specifications),
    isActive: product.isActive ? 'on' : '',
  };
  return (
    <Panel title="Texts and prices">
      <ActionForm name="product" answer={answer} submit="Save product" stored={stored} hidden={{ stamp }}>
        {({ field, box, issues }) => (
          <>
            <Field {...field('name')} label="Name" maxLength={maxLengths.name} required />
            <TextAreaField
              {...field('description')}
              label="Description"
              rows={3}
              maxLength={maxLengths.description}
              required
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Field {...field('priceCents')} label="Price (USD)" inputMode="decimal" autoComplete="off" required />
              <Field
                {...field('salePriceCents')}
                label="Sale price (USD), empty for none"
                inputMode="decimal"
                autoComplete="off"
              />
            </div>
            <Comparison product={product} lowestCents={lowestCents} />
            {issues.agreed === undefined ? null : (
              <CheckField {...box('agreed')} label="Save these prices all the same" hint={issues.agreed} />
            )}
            <TextAreaField {...field('features')} label="Key features, one per line" rows={6} />
            <TextAreaField {...field('specifications')} label="Specifications, 'Label: value' per line" rows={9} />
            <CheckField
              {...box('isActive')}
              label="Sell this product"
              hint="Without it the shop says that there is no product."
            />
          </>
        )}
      </ActionForm>
    </Panel>
  );
}
