import { useEffect } from 'react';

import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import type { ReturnOffer } from '#modules/orders/returns.ts';
import { documentFiles, earlierName, type DocumentKind } from '#modules/orders/order-documents.ts';
import { findDocuments } from '#modules/orders/find-documents.queries.server.ts';
import { findReturnOffer } from '#modules/orders/returns.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { RequestReturn } from '#modules/orders/ui/request-return.tsx';
import { trackRefusals, type TrackingInfo, type TrackRefusal } from '#modules/orders/tracking.schema.ts';
import { findOrderByToken, trackingOf, trackOrder, reloadToken } from '#modules/orders/tracking.server.ts';
import { LookupForm, type LookupValues } from '#modules/orders/ui/lookup-form.tsx';
import { TrackingResult, type DocumentFile } from '#modules/orders/ui/tracking-result.tsx';
import { useLiveOrder } from '#modules/orders/ui/use-live-order.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { refusalStatus } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Picture } from '#ui/picture.tsx';
import { toast } from '#ui/toast.tsx';

import { formSuccess, formAction, formError } from '../forms/form-action.server.ts';
import { UnsavedWork } from '../forms/unsaved-work.tsx';
import { formPictures } from '../frame/form-pictures.ts';
import { contentOrInitial } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/track.ts';

/** Result of a lookup: an order, a refusal, or neither before the first try. */
type Lookup = { found: Found | null; refused: Refused | null; typed: LookupValues };

/**
 * `token` lets the page poll the order and request a return.
 * `invoice` is the invoice's address, or null.
 */
type Found = {
  info: TrackingInfo;
  token: string;
  offer: ReturnOffer;
  invoice: string | null;
  creditNotes: DocumentFile[];
  /** Documents that later ones correct. */
  earlier: DocumentFile[];
};

/** Refusal with a short title and advice. */
type Refused = { reason: TrackRefusal; title: string; problem: string };

async function foundOrder(ctx: Ctx, order: OrderView): Promise<Lookup> {
  const token = reloadToken(ctx, order);
  const invoice = hasInvoice(order) ? `/track/invoice.pdf?token=${encodeURIComponent(token)}` : null;
  const [offer, documents] = await Promise.all([findReturnOffer(ctx, order), findDocuments(ctx.db, order.id)]);
  const addressOf = (kind: DocumentKind, number: string) =>
    `/track/${documentFiles[kind]}?${new URLSearchParams({ number, token }).toString()}`;
  const creditNotes = documents.creditNotes
    .flatMap(({ number }) => number ?? [])
    .map((number) => ({ number, name: `Credit note ${number}`, to: addressOf('credit_note', number) }));
  const earlier = documents.corrected.map(({ kind, number }) => {
    return { number, name: earlierName({ kind, number }), to: addressOf(kind, number) };
  });
  const found = { info: trackingOf(order, ctx.now()), token, offer, invoice, creditNotes, earlier };
  return { found, refused: null, typed: { orderNumber: '', email: '' } };
}

function refusedLookup(reason: TrackRefusal, typed: LookupValues): Lookup {
  const title = trackRefusals[reason];
  const advice = '. Please check your order number and email address.';
  return { found: null, refused: { reason, title, problem: reason === 'not_found' ? title + advice : title }, typed };
}

async function lookUp(context: Route.LoaderArgs['context'], typed: LookupValues): Promise<Lookup> {
  const { ctx, visitor, limits } = context.get(pageRequest);
  const { orderNumber, email } = typed;
  const result = await trackOrder(ctx, limits, { orderNumber, email, ip: visitor.ip });
  return result.ok ? foundOrder(ctx, result.value) : refusedLookup(result.reason, typed);
}

/** Looks up the order at once if the address has a mail's signed link, or both number and email. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  const { ctx } = page;
  const seo = (await contentOrInitial(page)).seo.track;
  const query = new URL(request.url).searchParams;
  const typed = { orderNumber: query.get('order') ?? '', email: query.get('email') ?? '' };
  const token = query.get('token');
  if (token !== null) {
    const order = await findOrderByToken(ctx, token);
    return { seo, lookup: order === null ? refusedLookup('not_found', typed) : await foundOrder(ctx, order) };
  }
  const isComplete = typed.orderNumber !== '' && typed.email !== '';
  return { seo, lookup: isComplete ? await lookUp(context, typed) : { found: null, refused: null, typed } };
}

export const action = formAction<Lookup>({
  async track({ context, values: { orderNumber = '', email = '' } }) {
    const result = await lookUp(context, { orderNumber: orderNumber.slice(0, 255), email: email.slice(0, 255) });
    const { refused: refusal } = result;
    if (refusal === null) return formSuccess('', result);
    return { ...formError(refusal.problem), status: refusalStatus(refusal.reason), result };
  },
});

export const meta = (args: Route.MetaArgs) => pageMeta(args, { ...args.loaderData.seo, path: '/track' });

function announce({ found, refused }: Lookup): void {
  if (found !== null) return toast({ title: 'Order Found!' });
  if (refused?.reason !== 'not_found') return;
  const description = 'Please verify your order number and email address are correct.';
  toast({ title: refused.title, description, destructive: true });
}

/**
 * Removes number, email and signed link from the address bar, and so from the history, after use.
 */
function useQuietAddress(lookup: Lookup): void {
  useEffect(() => {
    announce(lookup);
    if (lookup.found === null && lookup.refused === null) return;
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', '/track');
  }, [lookup]);
}

export default function TrackPage({ loaderData, actionData }: Route.ComponentProps) {
  const lookup: Lookup = actionData?.result ?? loaderData.lookup;
  const { found, refused: refusal, typed } = lookup;
  const unanswered = actionData?.isUnsent === true ? actionData.message : null;
  useQuietAddress(lookup);
  const info = useLiveOrder(found?.info ?? null, found?.token ?? null);
  if (info !== null && found !== null) {
    return (
      <TrackingResult
        info={info}
        invoice={found.invoice}
        documents={[...found.creditNotes, ...found.earlier]}
        takesFocus={actionData !== undefined}
      >
        <RequestReturn offer={found.offer} order={{ token: found.token }} />
        <UnsavedWork />
      </TrackingResult>
    );
  }
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-10 px-4 py-10 sm:px-6 md:py-16 lg:grid-cols-2 lg:gap-16">
      <div>
        <h1 className="text-5xl md:text-6xl">Track Your Order</h1>
        <p className="mb-8 mt-4 text-lg text-soft">
          Enter your order number and the email address you used at checkout.
        </p>
        <LookupForm typed={typed} problem={unanswered ?? refusal?.problem ?? null} />
      </div>
      <Picture
        {...formPictures.track}
        alt=""
        sizes="(min-width: 1024px) 28rem, 0px"
        className="hidden w-full rounded-card shadow-lift lg:block"
      />
    </div>
  );
}
