import { actorOf } from '#modules/audit/service.server.ts';
import {
  countingInput,
  editRefusals,
  imageInput,
  productInput,
  stockInput,
  type EditRefusal,
} from '#modules/catalog/editing/contract.ts';
import { addImage, chooseMainImage, removeImage } from '#modules/catalog/editing/images.server.ts';
import { referenceDays } from '#modules/catalog/price-history/rules.ts';
import { stockSentence } from '#modules/catalog/editing/rules.ts';
import {
  adjustStock,
  countStock,
  editedProduct,
  editProduct,
  type Comparison,
  type StockRefused,
} from '#modules/catalog/editing/service.server.ts';
import { lastSalesOf } from '#modules/orders/sales.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { longDay } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';
import { typedOf, type Typed } from '#shared/typed.ts';

import { misfit, refused, saved } from '../forms/answer.ts';

type Asked = { page: PageRequest; productId: string; typed: Typed; form: FormData };

const ofProduct = ({ page, productId }: Asked) => ({ productId, actor: actorOf(page.visitor) });

function refusal(form: string, typed: Typed, reason: EditRefusal) {
  return refused(form, { typed, message: editRefusals[reason], isConflict: reason === 'changed_meanwhile' });
}

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

async function edit(asked: Asked) {
  const { page, typed } = asked;
  const parsed = productInput.safeParse(typed);
  if (!parsed.success) return misfit('product', typed, parsed.error);
  const edited = await editProduct(page.ctx, ofProduct(asked), { ...parsed.data, lastSalesOf });
  if (edited.ok) return saved('product', 'Saved. The shop shows it from now on.');
  if (edited.reason !== 'comparison_changes') return refusal('product', typed, edited.reason);
  const message = 'Nothing was saved yet. See below what these prices strike through, and tick the box to save them.';
  return refused('product', { typed, message, issues: { agreed: comparisonSentence(edited.comparison) } });
}

function stockRefused(typed: Typed, result: StockRefused) {
  const message = result.reason === 'gone' ? editRefusals.gone : stockSentence(result.reason, result);
  const issues: Record<string, string> = typed.change === undefined ? {} : { change: message };
  return refused('stock', { typed, message, issues });
}

async function adjust(asked: Asked) {
  const { page, typed } = asked;
  const parsed = stockInput.safeParse(typed);
  if (!parsed.success) return misfit('stock', typed, parsed.error);
  const adjusted = await adjustStock(page.ctx, ofProduct(asked), parsed.data);
  return adjusted.ok ? saved('stock', `Stock changed: ${adjusted.value} on hand now.`) : stockRefused(typed, adjusted);
}

async function count(asked: Asked) {
  const { page, typed } = asked;
  const parsed = countingInput.safeParse(typed);
  if (!parsed.success) return misfit('stock', typed, parsed.error);
  const counted = await countStock(page.ctx, ofProduct(asked), parsed.data);
  if (!counted.ok) return stockRefused(typed, counted);
  return saved(
    'stock',
    parsed.data.onHand === null ? 'The stock is not counted any more.' : 'The stock is counted from now on.',
  );
}

async function add(asked: Asked) {
  const { page, typed, form } = asked;
  const parsed = imageInput.safeParse(typed);
  if (!parsed.success) return misfit('picture', typed, parsed.error);
  const file = form.get('file');
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const added = await addImage(page.ctx, ofProduct(asked), { bytes, alt: parsed.data.alt });
  if (added.ok) return saved('picture', 'The picture is in the shop.');
  const message = editRefusals[added.reason];
  return refused('picture', { typed, message, issues: { file: message } });
}

async function rearrange(asked: Asked) {
  const { page, typed } = asked;
  const id = typed.id ?? '';
  const isRemoval = typed.form === 'picture-remove';
  const done = await (isRemoval ? removeImage : chooseMainImage)(page.ctx, ofProduct(asked), id);
  if (!done.ok) return refusal('picture', typed, done.reason);
  return saved('picture', isRemoval ? 'The picture is removed.' : 'This is the main picture now.');
}

/** Does what one of the product page's forms asks for. */
export async function productAction(page: PageRequest, form: FormData) {
  const typed = typedOf(form);
  const product = await editedProduct(page.ctx.db);
  if (product === null) throw notFound();
  const asked = { page, productId: product.id, typed, form };
  switch (typed.form) {
    case 'product':
      return edit(asked);
    case 'stock':
      return adjust(asked);
    case 'counting':
      return count(asked);
    case 'picture':
      return add(asked);
    case 'picture-main':
    case 'picture-remove':
      return rearrange(asked);
    default:
      throw notFound();
  }
}
