import { Link, useSearchParams } from 'react-router';

import type { AfterOrder } from '#modules/content/after-order.schema.ts';
import { useSession } from '#modules/accounts/ui/session-store.ts';
import { Progress } from '#modules/checkout/ui/progress.tsx';
import type { PaidBy } from '#modules/checkout/ui/place-order.ts';
import { Unpaid } from '#modules/checkout/ui/unpaid.tsx';
import {
  paidBy,
  useMailWatch,
  usePlacedOrder,
  type OrderProblem,
  type ShownOrder,
} from '#modules/checkout/ui/use-placed-order.ts';
import { orderSummaryOnWire, type OrderView } from '#modules/orders/order-record.ts';
import { useReportPurchase } from '#modules/conversions/ui/use-report-purchase.ts';
import { mailStatus } from '#modules/email/mail-log.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { LookupForm } from '#modules/orders/ui/lookup-form.tsx';
import { sampleOrderView } from '#modules/orders/sample-order.server.ts';
import { OrderCards } from '#modules/orders/ui/order-cards.tsx';
import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckIcon, MailIcon } from '#ui/icons.tsx';

import { contentOrInitial } from '../page-content.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/success.ts';

export const meta = titled('Order confirmed');

type Loaded = { known: ShownOrder | null; texts: AfterOrder };

/**
 * Finds the order of a signed link, on any device.
 * Without one, the browser asks for the order of its payment intent.
 * An admin who edits the page sees a sample order.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const page = context.get(pageRequest);
  const { ctx } = page;
  const { afterOrder: texts, site } = await contentOrInitial(page);
  if (page.draft === 'afterOrder') {
    // Unpaid, so that nothing reports it as a purchase.
    const sample: OrderView = { ...sampleOrderView(site.orderPrefix), paymentStatus: 'pending' };
    return { known: { view: orderSummaryOnWire(sample), emailStatus: 'sent' }, texts };
  }
  const token = new URL(request.url).searchParams.get('token');
  const order = token === null ? null : await findOrderByToken(ctx, token);
  if (order === null) return { known: null, texts };
  const emailStatus = await mailStatus(ctx.db, order.id, orderConfirmation);
  return { known: { view: orderSummaryOnWire(order), emailStatus }, texts };
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

const untyped = { orderNumber: '', email: '' };

/** Finds an order that was paid in another browser. */
function PaidElsewhere({ elsewhere }: Pick<AfterOrder, 'elsewhere'>) {
  return (
    <section className="mx-auto mt-8 max-w-lg rounded-card border border-line bg-white p-6 text-left">
      <h2 className="mb-2 text-2xl">{elsewhere.title}</h2>
      <p className="mb-5">{elsewhere.text}</p>
      <LookupForm typed={untyped} problem={null} />
    </section>
  );
}

type ProblemProps = { problem: OrderProblem; texts: AfterOrder; paid: PaidBy | null };

function Problem({ problem, texts, paid }: ProblemProps) {
  const isUnpaid = problem.kind === 'unpaid';
  return (
    <>
      <div role="alert" className="mx-auto max-w-lg space-y-5 py-12">
        <h2 className="text-3xl">{problem.title}</h2>
        {isUnpaid ? <Unpaid paid={paid} text={problem.text} /> : <p>{problem.text}</p>}
        <div className="flex flex-wrap justify-center gap-3">
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
      {problem.kind === 'missing' ? <PaidElsewhere elsewhere={texts.elsewhere} /> : null}
    </>
  );
}

function emailLine({ view, emailStatus }: ShownOrder): string {
  if (emailStatus === 'sent') return `A confirmation email has been sent to ${view.email}`;
  return emailStatus === 'failed' ? 'We couldn’t send the confirmation email' : 'Order processing...';
}

/** Next steps of the order with their dates, and how to use the product. */
function WhatHappensNext({
  view,
  texts: { nextSteps, firstMinute },
}: Pick<ShownOrder, 'view'> & { texts: AfterOrder }) {
  const { title, ordered, shipped, delivered } = nextSteps;
  const arrival = view.shipping === null ? null : { ...delivered, when: view.shipping.delivery_text };
  const steps = [{ ...ordered, what: ordered.what.replace('{email}', view.email) }, shipped, arrival];
  return (
    <div className="mb-5 grid gap-5 text-left md:grid-cols-2 print:hidden">
      <section className="rounded-card bg-blush p-6">
        <h2 className="mb-3 text-2xl">{title}</h2>
        <ol className="space-y-3">
          {steps.map((step) =>
            step === null ? null : (
              <li key={step.what}>
                <span className="block whitespace-nowrap font-medium">{step.when}</span>
                <span className="wrap-anywhere">{step.what}</span>
              </li>
            ),
          )}
        </ol>
      </section>
      <section className="rounded-card bg-blush p-6">
        <h2 className="mb-3 text-2xl">{firstMinute.title}</h2>
        <ol className="list-decimal space-y-3 pl-5">
          {firstMinute.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Link to={firstMinute.guide.path} className="mt-3 inline-block py-2.5 text-berry underline underline-offset-4">
          {firstMinute.guide.label}
        </Link>
      </section>
    </div>
  );
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

function Confirmed({ order, texts }: { order: ShownOrder; texts: AfterOrder }) {
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
      <div className="my-8">
        <ButtonLink to={`/track?${track.toString()}`} className="w-full sm:w-auto">
          Track Your Order
        </ButtonLink>
      </div>
      <WhatHappensNext view={view} texts={texts} />
      <OrderCards order={view} />
      <AccountOffer email={view.email} />
      <div className="mt-8 flex flex-wrap justify-center gap-3 print:hidden">
        <ButtonLink to="/" look="second" className="w-full sm:w-auto">
          Continue Shopping
        </ButtonLink>
        <ButtonLink to="/product" look="second" className="w-full sm:w-auto">
          View Products
        </ButtonLink>
      </div>
    </>
  );
}

const paidAnyway = new Set<OrderProblem['kind']>(['failed', 'thrown']);

export default function SuccessPage({ loaderData: { known, texts } }: Route.ComponentProps) {
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
      {problem === null ? null : <Problem problem={problem} texts={texts} paid={paidBy(named)} />}
      {order === null ? null : <Confirmed order={order} texts={texts} />}
    </div>
  );
}
