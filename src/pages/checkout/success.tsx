import { useSearchParams } from 'react-router';

import { site } from '#content/site.ts';
import { useSession } from '#modules/accounts/ui/session-store.ts';
import { Progress } from '#modules/checkout/ui/progress.tsx';
import {
  useMailWatch,
  usePlacedOrder,
  type OrderProblem,
  type ShownOrder,
} from '#modules/checkout/ui/use-placed-order.ts';
import { orderSummaryOnWire } from '#modules/orders/order-record.ts';
import { useReportPurchase } from '#modules/conversions/ui/use-report-purchase.ts';
import { mailStatus } from '#modules/email/mail-log.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { OrderCards } from '#modules/orders/ui/order-cards.tsx';
import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckIcon, MailIcon } from '#ui/icons.tsx';

import type { Route } from './+types/success.ts';

export const meta: Route.MetaFunction = () => [{ title: `Order confirmed | ${site.name}` }];

/**
 * Finds the order of a signed link, on any device.
 * Without one, the browser asks for the order of its payment intent.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ known: ShownOrder | null }> {
  const { ctx } = context.get(pageRequest);
  const token = new URL(request.url).searchParams.get('token');
  const order = token === null ? null : await findOrderByToken(ctx, token);
  if (order === null) return { known: null };
  const emailStatus = await mailStatus(ctx.db, order.id, orderConfirmation);
  return { known: { view: orderSummaryOnWire(order), emailStatus } };
}

function Waiting() {
  return (
    <div role="status" className="flex min-h-[40vh] flex-col items-center justify-center gap-5">
      <span className="size-12 animate-spin rounded-full border-4 border-petal border-t-berry" />
      <p className="text-lg">Confirming your order...</p>
    </div>
  );
}

/** Problems that only the shop's staff can solve. */
const forSupport = new Set<OrderProblem['kind']>(['unreadable', 'missing', 'failed', 'thrown']);

function Problem({ problem }: { problem: OrderProblem }) {
  const isUnpaid = problem.kind === 'unpaid';
  return (
    <div role="alert" className="mx-auto max-w-lg space-y-5 py-12">
      <h2 className="text-3xl">{problem.title}</h2>
      <p>{problem.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {isUnpaid ? <ButtonLink to="/checkout">Return to Checkout</ButtonLink> : null}
        <ButtonLink to="/" look={isUnpaid ? 'second' : 'primary'}>
          Continue Shopping
        </ButtonLink>
        {forSupport.has(problem.kind) ? (
          <ButtonLink to="/contact" look="second">
            Contact Support
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}

function emailLine({ view, emailStatus }: ShownOrder): string {
  if (emailStatus === 'sent') return `A confirmation email has been sent to ${view.email}`;
  return emailStatus === 'failed' ? "We couldn't send the confirmation email" : 'Order processing...';
}

/** Lets a guest add the order to an account. The email is prefilled. */
function AccountOffer({ email }: { email: string }) {
  const { user, isLoading } = useSession();
  if (isLoading || user !== null) return null;
  return (
    <section className="mt-5 rounded-card bg-blush p-6 print:hidden">
      <h2 className="mb-2 text-2xl">Keep an eye on your order</h2>
      <p className="mb-4">{`Create an account with ${email} and find all your orders in one place.`}</p>
      <ButtonLink to="/auth?tab=sign-up" state={{ email }} look="second">
        Create an account
      </ButtonLink>
    </section>
  );
}

function Confirmed({ order }: { order: ShownOrder }) {
  const { view } = order;
  const track = new URLSearchParams({ order: view.orderNumber, email: view.email });
  return (
    <>
      <p className="mt-2 text-xl">
        Order <strong className="font-medium">{view.orderNumber}</strong>
      </p>
      <p className="mt-2 text-soft">
        <MailIcon className="mr-2 inline size-5" />
        <span>{emailLine(order)}</span>
      </p>
      {view.shippingAmount === 0 ? <p className="mt-1 text-leaf">Free shipping included</p> : null}
      <div className="my-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/track?${track.toString()}`} className="w-full sm:w-auto">
          Track Your Order
        </ButtonLink>
        <ButtonLink to="/" look="second" className="w-full sm:w-auto">
          Continue Shopping
        </ButtonLink>
        <ButtonLink to="/product" look="second" className="w-full sm:w-auto">
          View Products
        </ButtonLink>
      </div>
      <OrderCards order={view} />
      <AccountOffer email={view.email} />
    </>
  );
}

const paidAnyway = new Set<OrderProblem['kind']>(['failed', 'thrown']);

export default function SuccessPage({ loaderData: { known } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const named = { intentId: search.get('payment_intent'), sessionId: search.get('session_id') };
  const { order, problem } = usePlacedOrder(named, known);
  useMailWatch(known);
  useReportPurchase(order === null ? null : order.view);
  const isPaid = order !== null || (problem !== null && paidAnyway.has(problem.kind));
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 text-center sm:px-6">
      <div className="text-left print:hidden">
        <Progress step={3} />
      </div>
      {isPaid ? (
        <span className="mx-auto mt-10 flex size-16 items-center justify-center rounded-full bg-petal text-berry">
          <CheckIcon className="size-8" />
        </span>
      ) : null}
      <h1 className={isPaid ? 'mt-5 text-5xl' : 'mt-10 text-5xl'}>{isPaid ? 'Payment Successful!' : 'Your payment'}</h1>
      {order === null && problem === null ? <Waiting /> : null}
      {problem === null ? null : <Problem problem={problem} />}
      {order === null ? null : <Confirmed order={order} />}
    </div>
  );
}
