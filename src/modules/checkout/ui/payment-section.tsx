import { useMemo, useState } from 'react';

import { useSite } from '#modules/content/ui/use-site.ts';
import { call } from '#modules/api-client.ts';
import { Button } from '#ui/button.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { toast } from '#ui/toast.tsx';

import { isCheckoutEnd } from '../checkout-ends.ts';
import type { CheckoutOffer, OrderAnswer } from '../checkout.schema.ts';
import type { CheckoutSession } from './begin-checkout.ts';
import type { Refusal } from '#ui/refusal.ts';
import { GuaranteeBanner, Section, TrustBadges } from './checkout-sections.tsx';
import { loadPaymentForm } from './load-stripe.ts';
import { CheckoutNotice } from './checkout-notice.tsx';
import { PayButton, type PayParts } from './pay-button.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { Agreement, Problem } from './use-confirm-total.ts';

type FreePanelProps = PayParts & {
  checkoutId: string | null;
  agree: () => Promise<unknown>;
  onRefused: (refusal: Refusal) => Promise<void>;
  onPlaced: (answer: OrderAnswer) => void;
};

/** Pay button of a free order. No card is needed. */
function FreePanel({ checkoutId, check, agree, onRefused, onPlaced, ...parts }: FreePanelProps) {
  const [busy, setBusy] = useState(false);
  const place = async () => {
    if (busy || !check()) return;
    setBusy(true);
    if ((await agree()) !== null) {
      const answer = await call('POST /create-order', { checkout_id: checkoutId });
      if (answer.ok) onPlaced(answer.body);
      else {
        if (!isCheckoutEnd(answer.reason)) {
          toast({ title: 'Payment Error', description: answer.message, destructive: true });
        }
        await onRefused(answer);
      }
    }
    setBusy(false);
  };
  return (
    <div className="space-y-5">
      <PayButton {...parts} paying={busy} disabled={checkoutId === null} onPay={() => void place()}>
        {busy ? 'Processing Payment...' : 'Pay $0.00'}
      </PayButton>
    </div>
  );
}

type ProblemNoticeProps = { problem: Problem; issues: number };

/** Number of invalid fields. Announced once, not again with each correction. */
function WrongFields({ issues }: { issues: number }) {
  const [announced] = useState(issues);
  return (
    <CheckoutNotice
      isOld={issues !== announced}
    >{`Please correct ${issues} ${issues === 1 ? 'field' : 'fields'} before paying.`}</CheckoutNotice>
  );
}

function ProblemNotice({ problem, issues }: ProblemNoticeProps) {
  if (problem.reason === 'fields') return <WrongFields key={problem.at} issues={issues} />;
  if (problem.reason !== 'expired') return <CheckoutNotice takesFocus>{problem.message}</CheckoutNotice>;
  return (
    <CheckoutNotice takesFocus>
      <p className="font-medium">Your items are no longer reserved</p>
      <p>Nothing was charged, and everything you typed is still here.</p>
    </CheckoutNotice>
  );
}

function LostNotice({ refusal }: { refusal: Refusal }) {
  if (refusal.reason !== 'sold_out') return <CheckoutNotice takesFocus>{refusal.message}</CheckoutNotice>;
  return (
    <CheckoutNotice takesFocus>
      <p className="font-medium">Sold out</p>
      <p className="mb-2">
        Others bought the last ones while your items were not reserved. Nothing was charged, and everything you typed is
        still here: you can try again, as some may come back.
      </p>
      <a href="/product" className="underline underline-offset-4">
        See the product
      </a>
    </CheckoutNotice>
  );
}

/** Reserves the goods again and remembers the last refusal. */
function useReserve(reserve: () => Promise<Refusal | null>) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The button stays enabled while it works, so that the focus is not lost when Pay returns.
  const again = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    setRefusal(await reserve());
    setBusy(false);
  };
  return { busy, refusal, again };
}

const noMethod = 'Paying opens once there is a shipping method.';

function showFreeOrder({ order }: OrderAnswer): void {
  window.location.assign(`/checkout-success?token=${encodeURIComponent(order.token)}`);
}

type PaymentSectionProps = {
  /** Null until the checkout has begun: nothing can be paid yet. */
  session: CheckoutSession | null;
  offer: CheckoutOffer;
  agreement: Agreement;
  /** Number of invalid fields. */
  issues: number;
  /** True while the total is being calculated. Pay waits for it. */
  pricing: boolean;
  paying: readonly [boolean, (paying: boolean) => void];
  onReserve: () => Promise<Refusal | null>;
  onRefused: (refusal: Refusal) => Promise<void>;
  onPaid: (intentId: string) => void;
  /** Content below the pay button. */
  children?: ElementChildren;
};

/** The last step: the card form or the free order, then the reassurances. */
export function PaymentSection({
  session,
  offer,
  agreement,
  issues,
  pricing,
  paying,
  onReserve,
  onRefused,
  onPaid,
  children,
}: PaymentSectionProps) {
  const { currencyNote } = useSite();
  const { clientSecret, config } = session ?? { clientSecret: null, config: null };
  const { check, agree, askAgain, expire, problem } = agreement;
  const loading = useMemo(() => (config === null ? null : loadPaymentForm(config)), [config]);
  const reserve = useReserve(onReserve);
  // While a payment is under way the shop waits for it, whatever the countdown says.
  const isOver = problem?.reason === 'expired';
  const isShown = problem !== null && !(isOver && paying[0]);
  const notice =
    isOver && reserve.refusal !== null ? (
      <LostNotice refusal={reserve.refusal} />
    ) : isShown ? (
      <ProblemNotice problem={problem} issues={issues} />
    ) : null;
  const instead =
    isOver && isShown ? (
      <Button className="w-full text-lg" busy={reserve.busy} onClick={() => void reserve.again()}>
        Reserve again
      </Button>
    ) : null;
  const { total } = offer;
  const closed = offer.shippingOptionId === null ? noMethod : null;
  const parts = { check, agree, notice, instead, total, pricing, askAgain, closed };
  return (
    <Section title="Payment">
      {(session === null ? total === 0 : clientSecret === null) ? (
        <FreePanel checkoutId={session?.view.id ?? null} {...parts} onRefused={onRefused} onPlaced={showFreeOrder} />
      ) : (
        <PaymentPanel
          loading={loading}
          clientSecret={clientSecret}
          paying={paying}
          onPaid={onPaid}
          onOver={expire}
          {...parts}
        />
      )}
      {children}
      <p className="text-center text-sm text-soft">{currencyNote}</p>
      <GuaranteeBanner />
      <TrustBadges />
    </Section>
  );
}
