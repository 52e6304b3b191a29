import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useEffectEvent, useMemo, useRef, useState, type Ref } from 'react';

import type { Address } from '#shared/address.ts';
import { walletCountries } from '#shared/territories.ts';
import { classes } from '#ui/classes.ts';
import { useTimeout } from '#ui/timers.ts';
import { toast } from '#ui/toast.tsx';

import type { CheckoutView } from '../checkout.schema.ts';
import type { CheckoutSession } from './begin-checkout.ts';
import { confirmPayment, payerOf } from './confirm-payment.ts';
import { addressFrom, formFrom, serverFailure, walletFailure, walletView } from './express-details.ts';
import type { CheckoutForm } from './form-storage.ts';
import { loadPaymentForm } from './load-stripe.ts';
import { keepSnapshot } from './order-snapshot.ts';
import { includedTax } from './payment-checks.ts';
import { addressOnWire, completeChange } from './use-confirm-total.ts';
import type { CheckoutState, RequestedChange } from './use-checkout.ts';
import { appearance, useElements, useField } from './use-elements.ts';

type ExpressCheckoutProps = {
  session: CheckoutSession | null;
  /** True if nothing can be paid. The wallets stay loaded until the goods are reserved again. */
  closed: boolean;
  revise: CheckoutState['revise'];
  /** Values of the form. A wallet closed without paying restores its delivery address. */
  form: CheckoutForm;
  onPaid: (intentId: string) => void;
};

type Confirm = StripeExpressCheckoutElementConfirmEvent;
type FailureReason = NonNullable<NonNullable<Parameters<Confirm['paymentFailed']>[0]>['reason']>;
type Choice = {
  resolve: (details: ReturnType<typeof walletView>) => void;
  reject: () => void;
};

const required = { emailRequired: true, phoneNumberRequired: true, shippingAddressRequired: true } as const;

type WalletProps = ExpressCheckoutProps & { session: CheckoutSession; clientSecret: string };

/**
 * Container of the wallets. A skeleton holds their space until it is known if there are any, so
 * that nothing moves when they load.
 */
function WalletContainer({
  field,
  isOffered,
  closed,
}: {
  field?: Ref<HTMLDivElement>;
  isOffered: boolean | null;
  closed: boolean;
}) {
  const isGone = isOffered === false || closed;
  return (
    <section
      aria-label="Express checkout"
      className={classes(
        '-mt-1 space-y-3 lg:mt-0',
        isOffered !== true && 'invisible',
        isGone ? 'invisible absolute h-0 overflow-hidden' : 'relative',
      )}
    >
      {isOffered === null && !isGone ? (
        <div className="visible absolute inset-x-0 top-0 h-11 animate-pulse rounded-xl bg-petal/60 motion-reduce:animate-none" />
      ) : null}
      <div ref={field} data-provider-fields="" className="min-h-11" />
      <p className="text-center text-sm text-soft max-lg:sr-only">or fill in the form and pay by card</p>
    </section>
  );
}

/** Matches the load timeout of the card form. */
const loadTimeoutMs = 10_000;

/** Applies choices made in a wallet to the order before the wallet shows its price. */
function useWallet({ session, clientSecret, revise, form: typed, onPaid }: WalletProps) {
  const { config } = session;
  const loading = useMemo(() => loadPaymentForm(config), [config]);
  const provided = useElements(loading, (stripe) => stripe.elements({ clientSecret, appearance }));
  /** Total and included tax that the wallet showed last. */
  const shownFigures = useRef({ total: 0, tax: 0 });
  const showFigures = (view: CheckoutView) => {
    shownFigures.current = { total: view.total, tax: includedTax(view) };
    return walletView(view);
  };

  /**
   * Shipping option before the wallet was opened. Undefined while the wallet has changed nothing.
   */
  const before = useRef<string | null>(undefined);
  const reviseFor = (change: RequestedChange) => {
    before.current ??= session.view.shippingOptionId;
    return revise(change);
  };

  const choose = async (change: RequestedChange, { resolve, reject }: Choice): Promise<void> => {
    const answer = await reviseFor(change);
    if ('reason' in answer) {
      toast({ title: answer.message, destructive: true });
      return reject();
    }
    await provided?.elements.fetchUpdates();
    resolve(showFigures(answer.checkout));
  };

  /**
   * Changes the delivery address to the wallet's, or rejects it if the shop does not deliver there.
   */
  const moveTo = (address: Address, choice: Choice): Promise<void> => {
    const shipping_address = addressOnWire(address);
    if (shipping_address !== undefined) return choose({ shipping_address }, choice);
    choice.reject();
    return Promise.resolve();
  };

  /** Restores the delivery address and shipping option that the page shows. */
  const leave = async (): Promise<void> => {
    const { current: option } = before;
    if (option === undefined) return;
    before.current = undefined;
    await revise({
      shipping_address: addressOnWire(typed.shipping),
      ...(option === null ? {} : { shipping_option_id: option }),
    });
  };

  const refuse = (event: Confirm, message: string, reason: FailureReason = 'fail'): void => {
    event.paymentFailed({ reason, message });
    toast({ title: 'Payment Failed', description: message, destructive: true });
  };

  const agree = async (event: Confirm): Promise<void> => {
    if (provided === null) return;
    const { stripe, elements } = provided;
    const form = formFrom(event, typed.deliveryInstructions);
    const failure = walletFailure(form);
    if (failure !== null) return refuse(event, failure.message, failure.reason);
    // A wallet's sheet cannot ask about a doubtful address, and the shopper approved it there.
    const answer = await reviseFor({ ...completeChange(form), address_confirmed: true });
    if ('reason' in answer) {
      const { reason, message } = serverFailure(answer);
      return refuse(event, message, reason);
    }
    const isUnchanged =
      answer.checkout.total === shownFigures.current.total && includedTax(answer.checkout) === shownFigures.current.tax;
    if (!isUnchanged) {
      await elements.fetchUpdates();
      return refuse(event, 'The total has changed. Please check it and pay again.');
    }
    keepSnapshot({ ...session, view: answer.checkout, intentId: answer.payment_intent_id }, form);
    // The wallet itself gives the provider the billing details.
    const payer = { ...payerOf(form), billing: null };
    const outcome = await confirmPayment({ stripe, elements, clientSecret, payer });
    if (outcome.kind === 'paid') onPaid(outcome.intentId);
    else refuse(event, outcome.message);
  };
  return { provided, tell: showFigures, choose, moveTo, leave, agree };
}

/**
 * Wallets that the provider offers here, above everything else. Leaves no gap if there are none or
 * while closed.
 */
function ExpressCheckout(props: WalletProps) {
  const { view } = props.session;
  const [isOffered, setOffered] = useState<boolean | null>(null);
  useTimeout(() => setOffered(false), isOffered === null ? loadTimeoutMs : null);
  const { provided, tell: showFigures, choose, moveTo, leave, agree } = useWallet(props);
  const show = useEffectEvent(() => ({
    ...required,
    allowedShippingCountries: walletCountries(view.shippingCountries),
    ...showFigures(view),
  }));
  const chosen = useEffectEvent(choose);
  const moved = useEffectEvent(moveTo);
  const cancelled = useEffectEvent(leave);
  const confirm = useEffectEvent(agree);
  const container = useField(provided, (elements) => {
    const field = elements.create('expressCheckout', { buttonHeight: 44 });
    field.on('ready', ({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined));
    field.on('loaderror', () => setOffered(false));
    field.on('click', ({ resolve }) => resolve(show()));
    field.on('shippingaddresschange', ({ address, ...choice }) => void moved(addressFrom(address), choice));
    field.on(
      'shippingratechange',
      ({ shippingRate, ...choice }) => void chosen({ shipping_option_id: shippingRate.id }, choice),
    );
    field.on('cancel', () => void cancelled());
    field.on('confirm', (event) => void confirm(event));
    return field;
  });
  return <WalletContainer field={container} isOffered={isOffered} closed={props.closed} />;
}

/**
 * The provider's wallets for this payment. They have their own elements group, so that form errors
 * never block them.
 */
export function ExpressSection(props: ExpressCheckoutProps) {
  const { session, closed } = props;
  if (session === null) return <WalletContainer isOffered={null} closed={closed} />;
  const { clientSecret } = session;
  if (clientSecret === null) return null;
  return <ExpressCheckout key={clientSecret} {...props} session={session} clientSecret={clientSecret} />;
}
