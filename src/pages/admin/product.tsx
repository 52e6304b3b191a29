import { Link } from 'react-router';

import {
  countingInput,
  editRefusals,
  imageInput,
  productInput,
  stockInput,
} from '#modules/catalog/edit-product.schema.ts';
import { addImage, chooseMainImage, removeImage } from '#modules/catalog/product-images.server.ts';
import { stockSentence } from '#modules/catalog/edit-product.ts';
import {
  adjustStock,
  countStock,
  editedProduct,
  editProduct,
  productView,
  type Comparison,
  type StockRefused,
} from '#modules/catalog/edit-product.server.ts';
import { referenceDays, type PricePoint } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { lastSalesOf } from '#modules/orders/sales.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { longDay, shortMoment } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { done, adminAction, parsed, refused, replyTo, type SentForm } from '../forms/form-action.server.ts';
import type { Route } from './+types/product.ts';
import { Badge } from './components/badge.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, Page, Panel } from './components/page.tsx';
import { Details } from './product/details.tsx';
import { Pictures } from './product/pictures.tsx';
import { Stock } from './product/stock.tsx';

export const loader = adminLoader(async ({ ctx }) => ({
  view: await productView(ctx.db, ctx.now(), lastSalesOf),
  formKey: crypto.randomUUID(),
}));

/** Describes the effect of new prices on the reference price, and its end date. */
function comparisonSentence({ nowCents, thenCents, lowestCents: minCents, until }: Comparison): string {
  const struck = (cents: number | null) => (cents === null ? 'nothing' : formatUsd(cents));
  const change = `With these prices ${struck(thenCents)} stands struck through; now it is ${struck(nowCents)}.`;
  const lowest =
    minCents === null
      ? ''
      : ` The lowest price of the last ${referenceDays} days is ${formatUsd(minCents)}, and a sale that begins before ${longDay(until)} is compared with it.`;
  return `${change}${lowest} Taken back within an hour, before anyone buys, the change leaves no trace.`;
}

async function ofProduct({ ctx, actor }: SentForm) {
  const product = await editedProduct(ctx.db);
  if (product === null) throw notFound();
  return { productId: product.id, actor };
}

function stockRefused({ values }: SentForm, result: StockRefused) {
  const message = result.reason === 'gone' ? editRefusals.gone : stockSentence(result.reason, result);
  return refused(message, { [values.form === 'stock' ? 'change' : 'onHand']: message });
}

const rearrange = (change: typeof removeImage, success: string) => async (sent: SentForm) =>
  replyTo(await change(sent.ctx, await ofProduct(sent), sent.id), editRefusals, success);

const agreeFirst = 'Nothing was saved yet. See below what these prices strike through, and tick the box to save them.';

/** Handles the forms of the product page. */
export const action = adminAction('/admin/product', {
  product: parsed(productInput, async (sent, product) => {
    const edited = await editProduct(sent.ctx, await ofProduct(sent), { ...product, lastSalesOf });
    if (!edited.ok && edited.reason === 'comparison_changes')
      return refused(agreeFirst, { agreed: comparisonSentence(edited.comparison) });
    return replyTo(edited, editRefusals, 'Saved. The shop shows it from now on.');
  }),
  stock: parsed(stockInput, async (sent, change) => {
    const adjusted = await adjustStock(sent.ctx, await ofProduct(sent), change);
    return adjusted.ok ? done(`Stock changed: ${adjusted.value} on hand now.`) : stockRefused(sent, adjusted);
  }),
  counting: parsed(countingInput, async (sent, { onHand }) => {
    const counted = await countStock(sent.ctx, await ofProduct(sent), onHand);
    return counted.ok ? done('The stock is counted from now on.') : stockRefused(sent, counted);
  }),
  'counting-ended': async (sent) => {
    await countStock(sent.ctx, await ofProduct(sent), null);
    return done('The stock is not counted any more.');
  },
  picture: parsed(imageInput, async (sent, { alt }) => {
    const file = sent.form.get('file');
    const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const added = await addImage(sent.ctx, await ofProduct(sent), { bytes, alt });
    if (added.ok) return done('The picture is in the shop.');
    const message = editRefusals[added.reason];
    return refused(message, added.reason === 'gone' ? {} : { file: message });
  }),
  'picture-main': rearrange(chooseMainImage, 'This is the main picture now.'),
  'picture-remove': rearrange(removeImage, 'The picture is removed.'),
});

/**
 * Also after a refusal, because the stored values may differ from those that the form began with.
 */
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

/** Price history, newest first. */
function Prices({ prices }: { prices: readonly PricePoint[] }) {
  return (
    <Panel title="Price history">
      <ol className="divide-y divide-line">
        {prices.map((point) => (
          <li key={`${point.at.getTime()} ${unitPrice(point)}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="tabular-nums">
              {`${formatUsd(unitPrice(point))}${point.salePriceCents === null ? '' : `, regularly ${formatUsd(point.priceCents)}`}`}
            </span>
            <span className="text-sm text-soft">{`since ${shortMoment(point.at)}`}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export default function ProductPage({ loaderData: { view, formKey } }: Route.ComponentProps) {
  if (view === null) return <Empty title="The shop has no product yet" />;
  const { product, version, prices, lowestCents: minCents, moves, images } = view;
  return (
    <Page
      title="Product"
      lead={
        <span className="flex flex-wrap items-center gap-3">
          {product.isActive ? <Badge tone="good">On sale</Badge> : <Badge tone="warn">Not shown</Badge>}
          <Link to="/product" reloadDocument className="text-berry underline underline-offset-4">
            See it in the shop
          </Link>
        </span>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Details key={version} product={product} version={version} lowestCents={minCents} />
        <div className="space-y-6">
          <Stock product={product} moves={moves} formKey={formKey} />
          <Pictures product={product} images={images} />
          <Prices prices={prices} />
        </div>
      </div>
    </Page>
  );
}
