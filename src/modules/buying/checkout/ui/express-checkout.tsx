import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useMemo, useRef, useState } from 'react';

import type { CheckoutView } from '#modules/buying/checkout/contract.ts';
import { countries } from '#shared/countries.ts';
import type { OrderNotes } from '#shared/order-notes.ts';
import { classes } from '#ui/classes.ts';
import { toast } from '#ui/toast.tsx';

import type { CheckoutSession } from './begin-checkout.ts';
import { confirmPayment, payerOf } from './confirm-payment.ts';
import { addressFrom, formFrom, walletView } from './express-details.ts';
import { loadPaymentForm } from './load-stripe.ts';
import { keepSnapshot } from './order-snapshot.ts';
import { appearance } from './payment-section.tsx';
import { addressOnWire, completeChange } from './use-agreement.ts';
import type { CheckoutState, Wanted } from './use-checkout.ts';

type ExpressCheckoutProps = {
  session: CheckoutSession;
  /** Whether nothing can be paid: the wallets stay loaded, for when the goods are reserved again. */
  closed: boolean;
  revise: CheckoutState['revise'];
  notes: OrderNotes;
  onPaid: (intentId: string) => void;
};

type Confirm = StripeExpressCheckoutElementConfirmEvent;
type Choice = {
  resolve: (details: ReturnType<typeof walletView>) => void;
  reject: () => void;
};

const required = { emailRequired: true, phoneNumberRequired: true, shippingAddressRequired: true } as const;

/** What somebody chooses in a wallet becomes the order's before the wallet shows its price. */
function useWallet({ session, revise, notes, onPaid }: ExpressCheckoutProps) {
  const stripe = useStripe();
  const elements = useElements();
  /** What the wallet said last that it costs. */
  const told = useRef(0);
  const tell = (view: CheckoutView) => {
    told.current = view.total;
    return walletView(view);
  };

  const choose = async (wanted: Wanted, { resolve, reject }: Choice): Promise<void> => {
    const answer = await revise(wanted);
    if ('reason' in answer) return reject();
    await elements?.fetchUpdates();
    resolve(tell(answer.checkout));
  };

  const refuse = (event: Confirm, message: string): void => {
    event.paymentFailed({ reason: 'fail', message });
    toast({ title: 'Payment Failed', description: message, destructive: true });
  };

  const agree = async (event: Confirm): Promise<void> => {
    if (stripe === null || elements === null || session.clientSecret === null) return;
    const form = formFrom(event, notes);
    const answer = await revise(completeChange(form));
    if ('reason' in answer) return refuse(event, answer.message);
    if (answer.checkout.total !== told.current) {
      await elements.fetchUpdates();
      return refuse(event, 'The total has changed. Please check it and pay again.');
    }
    keepSnapshot({ ...session, view: answer.checkout, intentId: answer.payment_intent_id }, form);
    // The wallet itself tells the provider whose card it is.
    const payer = { ...payerOf(form), billing: null };
    const outcome = await confirmPayment({ stripe, elements, clientSecret: session.clientSecret, payer });
    if (outcome.kind === 'paid') onPaid(outcome.intentId);
    else refuse(event, outcome.message);
  };
  return { tell, choose, agree };
}

/** Wallets that the provider offers here, before everything else; without one, and while closed, there is nothing, not even a gap. */
function ExpressCheckout(props: ExpressCheckoutProps) {
  const { view } = props.session;
  const [isOffered, setOffered] = useState(false);
  const { tell, choose, agree } = useWallet(props);
  const isShown = isOffered && !props.closed;
  return (
    <section
      aria-label="Express checkout"
      className={classes('-mt-1 space-y-3 lg:mt-0', !isShown && 'invisible absolute h-0 overflow-hidden')}
    >
      <ExpressCheckoutElement
        options={{ buttonHeight: 44 }}
        onReady={({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined)}
        onLoadError={() => setOffered(false)}
        onClick={({ resolve }) => resolve({ ...required, allowedShippingCountries: [...countries], ...tell(view) })}
        onShippingAddressChange={({ address, ...choice }) =>
          void choose({ shipping_address: addressOnWire(addressFrom(address)) }, choice)
        }
        onShippingRateChange={({ shippingRate, ...choice }) =>
          void choose({ shipping_option_id: shippingRate.id }, choice)
        }
        onConfirm={(event) => void agree(event)}
      />
      <p className="text-center text-sm text-soft max-lg:sr-only">or fill in the form and pay by card</p>
    </section>
  );
}

/** The provider's wallets for this payment; they are of a group of their own, so that the form's errors never block them. */
export function ExpressSection(props: ExpressCheckoutProps) {
  const { config, clientSecret } = props.session;
  const stripe = useMemo(() => loadPaymentForm(config), [config]);
  if (clientSecret === null) return null;
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance }} key={clientSecret}>
      <ExpressCheckout {...props} />
    </Elements>
  );
}
