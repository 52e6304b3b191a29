import { Elements } from '@stripe/react-stripe-js';
import { useMemo } from 'react';

import { site } from '#content/site.ts';
import type { OrderAnswer } from '#modules/checkout/contract.ts';
import { Button } from '#ui/button.tsx';

import type { CheckoutSession } from './begin-checkout.ts';
import { GuaranteeBanner, Section, TrustBadges } from './checkout-sections.tsx';
import { FreePanel } from './free-panel.tsx';
import { loadPaymentForm } from './load-stripe.ts';
import { Notice } from './notice.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { Agreement, Problem } from './use-agreement.ts';

/** How the provider's fields look. */
export const appearance = {
  variables: { colorPrimary: '#be123c', colorText: '#33232a', colorDanger: '#be123c', borderRadius: '12px' },
};

type ProblemNoticeProps = { problem: Problem; issues: number; onReserve: () => void };

function ProblemNotice({ problem, issues, onReserve }: ProblemNoticeProps) {
  if (problem.reason === 'fields') {
    return <Notice>{`Please correct ${issues} ${issues === 1 ? 'field' : 'fields'} before paying.`}</Notice>;
  }
  if (problem.reason !== 'expired') return <Notice>{problem.message}</Notice>;
  return (
    <Notice>
      <p className="font-medium">Your items are no longer reserved</p>
      <p className="mb-3">Nothing was charged, and everything you typed is still here.</p>
      <Button look="second" onClick={onReserve}>
        Reserve again
      </Button>
    </Notice>
  );
}

function showFreeOrder({ order }: OrderAnswer): void {
  window.location.assign(`/checkout-success?token=${encodeURIComponent(order.token)}`);
}

type PaymentSectionProps = {
  session: CheckoutSession;
  agreement: Agreement;
  /** How many fields are not right yet. */
  issues: number;
  paying: readonly [boolean, (paying: boolean) => void];
  onReserve: () => void;
  onPaid: (intentId: string) => void;
};

/** The last step: the card, or nothing to pay, and what makes it safe. */
export function PaymentSection({ session, agreement, issues, paying, onReserve, onPaid }: PaymentSectionProps) {
  const { view, clientSecret, config } = session;
  const { check, agree, problem } = agreement;
  const stripe = useMemo(() => loadPaymentForm(config), [config]);
  return (
    <Section title="Payment">
      {problem === null ? null : <ProblemNotice problem={problem} issues={issues} onReserve={onReserve} />}
      {clientSecret === null ? (
        <FreePanel checkoutId={view.id} check={check} agree={agree} onPlaced={showFreeOrder} />
      ) : (
        <Elements stripe={stripe} options={{ clientSecret, appearance }} key={clientSecret}>
          <PaymentPanel
            total={view.total}
            clientSecret={clientSecret}
            paying={paying}
            check={check}
            agree={agree}
            onPaid={onPaid}
          />
        </Elements>
      )}
      <p className="text-center text-sm text-soft">{site.currencyNote}</p>
      <GuaranteeBanner />
      <TrustBadges />
    </Section>
  );
}
