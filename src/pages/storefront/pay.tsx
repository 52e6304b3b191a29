import { redirect } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { openPhoneOrder, paymentLink } from '#modules/phone-orders/open-phone-order.server.ts';
import { openRefusals } from '#modules/phone-orders/phone-orders.schema.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { formatUsd } from '#shared/money.ts';
import { formatLongDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, replyFromResult } from '../forms/form-action.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/pay.ts';
import { ensureCartIdentity } from './ensure-cart-identity.server.ts';

export const meta = titled('Your Order');

export async function loader({ context, params }: Route.LoaderArgs) {
  const link = await paymentLink(context.get(pageRequest).ctx.db, params.id);
  if (link === null) throw notFound();
  return link;
}

export const action = formAction({
  /** Moves the phone order's cart to this browser and shows its checkout. */
  async open({ context, ctx, id }) {
    const { shopper, remember } = ensureCartIdentity(context.get(pageRequest));
    const opened = await openPhoneOrder(ctx.db, shopper, id);
    if (!opened.ok) return replyFromResult(opened, openRefusals, '');
    remember();
    return redirect(`/checkout?buy=${opened.value}`);
  },
});
/** Also after a refusal, because the link may have ended since the page was shown. */
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

type Link = Route.ComponentProps['loaderData'];

const withdrawn = {
  title: 'This link has been withdrawn',
  text: 'The payment link doesn’t work any more, and nothing was charged through it.',
};

const closed: Partial<Record<Link['state'], { title: string; text: string }>> = {
  being_paid: {
    title: 'Your payment is on its way',
    text: 'We’re waiting for the payment to be confirmed. You’ll get an email in a moment, so there’s no need to pay again.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Payment links work for 7 days. We’ll gladly send you a new one.',
  },
  sold_out: {
    title: 'Sold out for now',
    text: 'What you ordered is sold out at the moment. Your link stays valid, so you can try again later.',
  },
  withdrawn,
};

function Support() {
  const { supportEmail } = useSite();
  return (
    <p className="text-soft">
      {'Questions? Write to '}
      <a className="text-berry underline underline-offset-4" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </p>
  );
}

function Items({ items }: Pick<Link, 'items'>) {
  return (
    <ul className="space-y-2">
      {items.map(({ name, imageUrl, quantity, amountCents }) => (
        <li key={name} className="flex items-center gap-4 rounded-2xl border border-line bg-white p-4 text-left">
          <img src={`${imageUrl}-480.webp`} alt="" width={72} height={72} className="size-16 rounded-xl object-cover" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="block text-sm text-soft">{`Quantity ${quantity}`}</span>
          </span>
          <span className="tabular-nums">{formatUsd(amountCents)}</span>
        </li>
      ))}
    </ul>
  );
}

function Paid({ orderNumber }: { orderNumber: string }) {
  return (
    <>
      <h1 className="text-5xl">Thank you, it’s paid</h1>
      <p className="text-lg">{`Your order ${orderNumber} is paid. Its confirmation is in your inbox.`}</p>
      <ButtonLink to={`/track?order=${encodeURIComponent(orderNumber)}`}>Track your order</ButtonLink>
    </>
  );
}

function Closed({ state }: Pick<Link, 'state'>) {
  const { title, text } = closed[state] ?? withdrawn;
  return (
    <>
      <h1 className="text-5xl">{title}</h1>
      <p className="text-lg">{text}</p>
    </>
  );
}

function Ready({ items, expiresAt }: Pick<Link, 'items' | 'expiresAt'>) {
  return (
    <>
      <h1 className="text-5xl">Your order is ready to pay</h1>
      <Items items={items} />
      <p className="text-soft">
        Shipping, tax and discounts are shown at the checkout. Your items are reserved once you open it.
      </p>
      <ActionForm name="open" submit="Continue to payment" className="[&>div]:justify-center" />
      <p className="text-sm text-soft">{`This link works until ${formatLongDateTime(expiresAt)}.`}</p>
    </>
  );
}

export default function PayPage({ loaderData: { state, items, orderNumber, expiresAt } }: Route.ComponentProps) {
  const isReady = state === 'waiting' || state === 'opened';
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-16 text-center md:py-24">
      {isReady ? <Ready items={items} expiresAt={expiresAt} /> : null}
      {!isReady && orderNumber !== null ? <Paid orderNumber={orderNumber} /> : null}
      {!isReady && orderNumber === null ? <Closed state={state} /> : null}
      <Support />
    </section>
  );
}
