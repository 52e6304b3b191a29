import { useEffect } from 'react';
import { data } from 'react-router';

import { trackPicture } from '#content/track.ts';
import type { ReturnOffer } from '#modules/buying/orders/returns/rules.ts';
import { returnOfferOf } from '#modules/buying/orders/returns/service.server.ts';
import type { OrderView } from '#modules/buying/orders/rules.ts';
import { RequestReturn } from '#modules/buying/orders/ui/request-return.tsx';
import { trackRefusals, type TrackingInfo, type TrackRefusal } from '#modules/after/tracking/contract.ts';
import { orderOfToken, trackingOf, trackOrder, watchOf } from '#modules/after/tracking/service.server.ts';
import { LookupForm, type Typed } from '#modules/after/tracking/ui/lookup-form.tsx';
import { TrackingResult } from '#modules/after/tracking/ui/tracking-result.tsx';
import { useLiveOrder } from '#modules/after/tracking/ui/use-live-order.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Picture } from '#ui/picture.tsx';
import { sendForm } from '#ui/send-form.ts';
import { toast } from '#ui/toast.tsx';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/track.ts';

type Lookup = {
  info: TrackingInfo | null;
  /** Lets the page look again. */
  watch: string | null;
  /** What may be sent back, and the order's signed name for asking so. */
  returns: { offer: ReturnOffer; token: string } | null;
  refusal: TrackRefusal | null;
  /** What was refused, in short and with advice. */
  title: string | null;
  problem: string | null;
  typed: Typed;
};

const nothingTyped: Typed = { orderNumber: '', email: '' };

async function found(ctx: Ctx, order: OrderView): Promise<Lookup> {
  const watch = watchOf(ctx, order);
  return {
    info: trackingOf(order),
    watch,
    returns: { offer: await returnOfferOf(ctx, order), token: watch },
    refusal: null,
    title: null,
    problem: null,
    typed: nothingTyped,
  };
}

function refused(refusal: TrackRefusal, typed: Typed): Lookup {
  const title = trackRefusals[refusal];
  const advice = '. Please check your order number and email address.';
  const problem = refusal === 'not_found' ? title + advice : title;
  return { info: null, watch: null, returns: null, refusal, title, problem, typed };
}

async function lookUp(context: Route.LoaderArgs['context'], typed: Typed): Promise<Lookup> {
  const { ctx, visitor, limits } = context.get(pageRequest);
  const { orderNumber, email } = typed;
  const result = await trackOrder(ctx, limits, { orderNumber, email, ip: visitor.ip });
  return result.ok ? found(ctx, result.value) : refused(result.reason, typed);
}

/** With a mail's signed link, or with number and e-mail in the query, the order is looked up at once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const query = new URL(request.url).searchParams;
  const typed = { orderNumber: query.get('order') ?? '', email: query.get('email') ?? '' };
  const token = query.get('token');
  if (token !== null) {
    const order = await orderOfToken(ctx, token);
    return { lookup: order === null ? refused('not_found', typed) : await found(ctx, order) };
  }
  const isComplete = typed.orderNumber !== '' && typed.email !== '';
  const untried: Lookup = { info: null, watch: null, returns: null, refusal: null, title: null, problem: null, typed };
  return { lookup: isComplete ? await lookUp(context, typed) : untried };
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value.slice(0, 255) : '');

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const lookup = await lookUp(context, {
    orderNumber: textOf(form.get('orderNumber')),
    email: textOf(form.get('email')),
  });
  if (lookup.refusal === null) return data(lookup);
  return data(lookup, { status: lookup.refusal === 'too_many' ? 429 : 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export function meta(args: Route.MetaArgs) {
  const description = 'See where your order is with its number and your email address.';
  return pageMeta(args, { title: 'Track Your Order', description, path: '/track' });
}

function announce({ info, refusal, title }: Lookup): void {
  if (info !== null) return toast({ title: 'Order Found!' });
  if (refusal !== 'not_found' || title === null) return;
  const description = 'Please verify your order number and email address are correct.';
  toast({ title, description, destructive: true });
}

/** Number, e-mail and signed link leave the address bar and with it the history, once they have done their work. */
function useQuietAddress(lookup: Lookup): void {
  useEffect(() => {
    announce(lookup);
    if (lookup.info === null && lookup.refusal === null) return;
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', '/track');
  }, [lookup]);
}

export default function TrackPage({ loaderData, actionData }: Route.ComponentProps) {
  const lookup = actionData ?? loaderData.lookup;
  useQuietAddress(lookup);
  const info = useLiveOrder(lookup.info, lookup.watch);
  if (info !== null) {
    const { returns } = lookup;
    return (
      <TrackingResult info={info} takesFocus={actionData !== undefined}>
        {returns === null ? null : <RequestReturn offer={returns.offer} order={{ token: returns.token }} />}
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
        <LookupForm typed={lookup.typed} problem={lookup.problem} />
      </div>
      <Picture
        {...trackPicture}
        alt=""
        sizes="(min-width: 1024px) 28rem, 0px"
        className="hidden w-full rounded-card shadow-lift lg:block"
      />
    </div>
  );
}
