import { Link } from 'react-router';

import {
  countingInput,
  editRefusals,
  imageInput,
  productInput,
  stockInput,
} from '#modules/catalog/edit-product.schema.ts';
import { addImage, chooseMainImage, removeImage } from '#modules/catalog/product-images.server.ts';
import { stockSentence, type EditableProduct } from '#modules/catalog/edit-product.ts';
import {
  adjustStock,
  countStock,
  editedProduct,
  editProduct,
  productView,
  type StockRefused,
} from '#modules/catalog/edit-product.server.ts';
import type { PricePoint } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { lastSalesOf } from '#modules/orders/sales.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import {
  done,
  adminAction,
  parsed,
  refused,
  replyTo,
  type FormReply,
  type SentForm,
} from '../forms/form-action.server.ts';
import { useAnswer } from '../forms/use-answer.ts';
import type { Route } from './+types/product.ts';
import { Badge } from './components/badge.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, Page, Panel } from './components/page.tsx';
import { Details } from './product/details.tsx';
import { Pictures } from './product/pictures.tsx';
import { priceQuestion, type PriceQuestion } from './product/price-question.ts';
import { Stock } from './product/stock.tsx';

export const loader = adminLoader(async ({ ctx }) => ({
  view: await productView(ctx.db, ctx.now(), lastSalesOf),
  formKey: crypto.randomUUID(),
}));

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

const pricesOf = ({ priceCents, salePriceCents }: EditableProduct) => ({ priceCents, salePriceCents });

/**
 * Saves the product. Prices that change what shoppers see beside the price are asked about once:
 * `agreed` names the prices that the question was about, and `prices` can keep the stored ones.
 */
const saveProduct = parsed(productInput, async (sent, typed): Promise<FormReply<PriceQuestion>> => {
  const { agreed = '', prices, priceCents = '', salePriceCents = '' } = sent.values;
  const stored = await editedProduct(sent.ctx.db);
  const edit = prices === 'keep' && stored !== null ? { ...typed, ...pricesOf(stored) } : typed;
  const isAgreed = agreed === `${priceCents}/${salePriceCents}`;
  const edited = await editProduct(sent.ctx, await ofProduct(sent), { ...edit, agreed: isAgreed, lastSalesOf });
  if (!edited.ok && edited.reason === 'comparison_changes') {
    const fromCents = unitPrice(stored ?? typed);
    const result = priceQuestion({ ...edited.comparison, fromCents, toCents: unitPrice(typed) });
    return { ok: false, message: '', question: 'sure', status: 422, result };
  }
  const saved =
    prices === 'keep' ? 'The price stays. Everything else is saved.' : 'Saved. The shop shows it from now on.';
  return replyTo(edited, editRefusals, saved);
});

/** Handles the forms of the product page. */
export const action = adminAction('/admin/product', {
  product: saveProduct,
  stock: parsed(stockInput, async (sent, change) => {
    const adjusted = await adjustStock(sent.ctx, await ofProduct(sent), change);
    return adjusted.ok ? done(`Stock changed: ${adjusted.value} on hand now.`) : stockRefused(sent, adjusted);
  }),
  counting: parsed(countingInput, async (sent, { onHand }) => {
    const counted = await countStock(sent.ctx, await ofProduct(sent), onHand);
    return counted.ok ? done('Inventory is tracked from now on.') : stockRefused(sent, counted);
  }),
  'counting-ended': async (sent) => {
    await countStock(sent.ctx, await ofProduct(sent), null);
    return done('Inventory is not tracked any more.');
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
  // A save that keeps the stored prices shows them again.
  const isSaved = useAnswer('product')?.ok === true;
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
        <Details key={`${version} ${isSaved}`} product={product} version={version} lowestCents={minCents} />
        <div className="space-y-6">
          <Stock product={product} moves={moves} formKey={formKey} />
          <Pictures product={product} images={images} />
          <Prices prices={prices} />
        </div>
      </div>
    </Page>
  );
}
