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
  editProduct,
  productView,
  type StockRefused,
} from '#modules/catalog/edit-product.server.ts';
import { editedProduct } from '#modules/catalog/edit-product.queries.server.ts';
import type { PricePoint } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { lastSalesOf } from '#modules/orders/sales.queries.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import {
  formSuccess,
  adminAction,
  withParsedFields,
  formError,
  replyFromResult,
  type FormReply,
  type SentForm,
  doubt,
  final,
  isSure,
} from '../forms/form-action.server.ts';
import { useFormResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/product.ts';
import { Badge } from './components/badge.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage, Panel } from './components/page.tsx';
import { Details } from './product/details.tsx';
import { Pictures } from './product/pictures.tsx';
import { priceQuestion, type PriceQuestion } from './product/price-confirmation.ts';
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
  return formError(message, { [values.form === 'stock' ? 'change' : 'onHand']: message });
}

const rearrange = (change: typeof removeImage, success: string) => async (sent: SentForm) =>
  replyFromResult(await change(sent.ctx, await ofProduct(sent), sent.id), editRefusals, success);

const pricesOf = ({ priceCents, salePriceCents }: EditableProduct) => ({ priceCents, salePriceCents });

/**
 * Saves the product. Prices that change what shoppers see beside the price are asked about once.
 * `prices` can keep the stored ones.
 */
const saveProduct = withParsedFields(productInput, async (sent, typed): Promise<FormReply<PriceQuestion>> => {
  const { prices, priceCents = '', salePriceCents = '' } = sent.values;
  const agrees = `${priceCents}/${salePriceCents}`;
  const stored = await editedProduct(sent.ctx.db);
  const edit = prices === 'keep' && stored !== null ? { ...typed, ...pricesOf(stored) } : typed;
  const agreed = isSure(sent.values, agrees);
  const edited = await editProduct(sent.ctx, await ofProduct(sent), { ...edit, agreed, lastSalesOf });
  if (!edited.ok && edited.reason === 'comparison_changes') {
    const fromCents = unitPrice(stored ?? typed);
    const result = priceQuestion({ ...edited.comparison, fromCents, toCents: unitPrice(typed) });
    return { ...doubt(`${result.question} ${result.note}`, { agrees, yes: 'Yes, save these prices' }), result };
  }
  const saved = prices === 'keep' ? 'Saved. The price was not changed.' : 'Saved and live in the shop.';
  return replyFromResult(edited, editRefusals, saved);
});

/** Handles the forms of the product page. */
export const action = adminAction('/admin/product', {
  product: saveProduct,
  stock: withParsedFields(stockInput, async (sent, change) => {
    const adjusted = await adjustStock(sent.ctx, await ofProduct(sent), change);
    return adjusted.ok ? formSuccess(`Stock updated. ${adjusted.value} on hand.`) : stockRefused(sent, adjusted);
  }),
  counting: withParsedFields(countingInput, async (sent, { onHand }) => {
    const counted = await countStock(sent.ctx, await ofProduct(sent), onHand);
    return counted.ok ? formSuccess('Inventory tracking is on.') : stockRefused(sent, counted);
  }),
  'counting-ended': final(async (sent) => {
    await countStock(sent.ctx, await ofProduct(sent), null);
    return formSuccess('Inventory tracking is off.');
  }),
  picture: withParsedFields(imageInput, async (sent, { alt }) => {
    const file = sent.form.get('file');
    const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const added = await addImage(sent.ctx, await ofProduct(sent), { bytes, alt });
    if (added.ok) return formSuccess('Image added. It’s live in the shop.');
    const message = editRefusals[added.reason];
    return formError(message, added.reason === 'gone' ? {} : { file: message });
  }),
  'picture-main': rearrange(chooseMainImage, 'Main image changed.'),
  'picture-remove': final(rearrange(removeImage, 'Image removed.')),
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
              {`${formatUsd(unitPrice(point))}${point.salePriceCents === null ? '' : `, regular price ${formatUsd(point.priceCents)}`}`}
            </span>
            <span className="text-sm text-soft">{`since ${formatDateTime(point.at)}`}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export default function ProductPage({ loaderData: { view, formKey } }: Route.ComponentProps) {
  // A save that keeps the stored prices shows them again.
  const isSaved = useFormResponse('product')?.ok === true;
  if (view === null) return <Empty title="No product yet" />;
  const { product, version, prices, lowestCents: minCents, moves, images } = view;
  return (
    <AdminPage
      title="Product"
      lead={
        <span className="flex flex-wrap items-center gap-3">
          {product.isActive ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Hidden</Badge>}
          <Link to="/product" reloadDocument className="text-berry underline underline-offset-4">
            View in shop
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
    </AdminPage>
  );
}
