import {
  countingInput,
  editRefusals,
  imageInput,
  productInput,
  stockInput,
} from '#modules/buying/catalog/editing/contract.ts';
import { addImage, chooseMainImage, removeImage } from '#modules/buying/catalog/editing/images/service.server.ts';
import { referenceDays } from '#modules/buying/catalog/price-history/rules.ts';
import { stockSentence } from '#modules/buying/catalog/editing/rules.ts';
import {
  adjustStock,
  countStock,
  editedProduct,
  editProduct,
  type Comparison,
  type StockRefused,
} from '#modules/buying/catalog/editing/service.server.ts';
import { lastSalesOf } from '#modules/buying/orders/sales/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { longDay } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';

import { done, formAction, parsed, refused, replyTo, type Sent } from '../../forms/action.server.ts';

/** What a change of prices does to the price that stands struck through, and until when. */
function comparisonSentence({ nowCents, thenCents, lowestCents, until }: Comparison): string {
  const struck = (cents: number | null) => (cents === null ? 'nothing' : formatUsd(cents));
  const change = `With these prices ${struck(thenCents)} stands struck through; now it is ${struck(nowCents)}.`;
  const lowest =
    lowestCents === null
      ? ''
      : ` The lowest price of the last ${referenceDays} days is ${formatUsd(lowestCents)}, and a sale that begins before ${longDay(until)} is compared with it.`;
  return `${change}${lowest} Taken back within an hour, before anyone buys, the change leaves no trace.`;
}

async function ofProduct({ ctx, actor }: Sent) {
  const product = await editedProduct(ctx.db);
  if (product === null) throw notFound();
  return { productId: product.id, actor };
}

function stockRefused({ values }: Sent, result: StockRefused) {
  const message = result.reason === 'gone' ? editRefusals.gone : stockSentence(result.reason, result);
  const field = values.form === 'stock' ? 'change' : 'onHand';
  return refused(message, (values[field] ?? '') === '' ? {} : { [field]: message });
}

const rearrange = (change: typeof removeImage, success: string) => async (sent: Sent) =>
  replyTo(await change(sent.ctx, await ofProduct(sent), sent.id), editRefusals, success);

const agreeFirst = 'Nothing was saved yet. See below what these prices strike through, and tick the box to save them.';

/** Does what one of the product page's forms asks for. */
export const productAction = formAction({
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
  counting: parsed(countingInput, async (sent, counting) => {
    const counted = await countStock(sent.ctx, await ofProduct(sent), counting);
    if (!counted.ok) return stockRefused(sent, counted);
    return done(counting.onHand === null ? 'The stock is not counted any more.' : 'The stock is counted from now on.');
  }),
  picture: parsed(imageInput, async (sent, { alt }) => {
    const file = sent.form.get('file');
    const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const added = await addImage(sent.ctx, await ofProduct(sent), { bytes, alt });
    const fields = { image_refused: 'file', too_many_images: 'file' };
    return replyTo(added, editRefusals, { success: 'The picture is in the shop.', fields });
  }),
  'picture-main': rearrange(chooseMainImage, 'This is the main picture now.'),
  'picture-remove': rearrange(removeImage, 'The picture is removed.'),
});
