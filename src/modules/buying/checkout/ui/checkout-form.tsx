import { useState, type KeyboardEvent } from 'react';

import { loadCart } from '#modules/buying/cart/ui/cart-store.ts';
import type { CheckoutView } from '#modules/buying/checkout/contract.ts';
import type { Refused } from '#modules/buying/discounts/ui/try-code.ts';
import { DiscountWidget } from '#modules/buying/discounts/ui/discount-widget.tsx';
import { toast } from '#ui/toast.tsx';

import { AddressFields } from './address-fields.tsx';
import type { CheckoutSession } from './begin-checkout.ts';
import { Billing, Notes, Section } from './checkout-sections.tsx';
import { ContactFields } from './contact-fields.tsx';
import { Countdown } from './countdown.tsx';
import { Disclosure } from './disclosure.tsx';
import { ExpressSection } from './express-checkout.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import type { Prefill } from './form-storage.ts';
import { OrderSummary, OrderSummaryBar } from './order-summary.tsx';
import { PaymentSection } from './payment-section.tsx';
import { Progress } from './progress.tsx';
import { ShippingChooser } from './shipping-chooser.tsx';
import { SignInOffer } from './sign-in-offer.tsx';
import { StockLevels } from './stock-levels.tsx';
import { useAgreement } from './use-agreement.ts';
import type { CheckoutState, Wanted } from './use-checkout.ts';
import { useExitOffer } from './use-exit-offer.ts';
import { useTax } from './use-tax.ts';
import { useCheckoutForm, type CheckoutFormState } from './use-checkout-form.ts';
import { useWideScreen } from './use-wide-screen.ts';

function isAtPayment({ contact, shipping }: CheckoutFormState['form']): boolean {
  return [contact.email, shipping.street, shipping.city].every((text) => text.trim() !== '');
}

/** Ways to change what is bought; a refusal is told and the old figures stay. */
function useChanges(checkout: CheckoutState) {
  const revise = async (wanted: Wanted) => {
    const answer = await checkout.revise(wanted);
    if ('reason' in answer && answer.reason !== 'cart_empty') toast({ title: answer.message, destructive: true });
    return answer;
  };
  const changeItem = async (productId: string, quantity: number) => {
    await revise({ items: [{ product_id: productId, quantity }] });
    await loadCart();
  };
  const chooseShipping = async (optionId: string) => {
    await revise({ shipping_option_id: optionId });
  };
  const applyCode = async (code: string | null): Promise<Refused | null> => {
    const answer = await checkout.revise({ discount_code: code });
    return 'reason' in answer ? answer : null;
  };
  const extend = async () => {
    await revise({ extend: true });
  };
  return { changeItem, chooseShipping, applyCode, extend, reload: () => void revise({}) };
}

/** On a phone's keyboard the key that says "next" leads to the next field; the one that pays is the button. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key } = event;
  const isNext = target instanceof HTMLInputElement && target.enterKeyHint === 'next';
  if (key !== 'Enter' || !isNext || event.defaultPrevented || !matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not([tabindex]), select, textarea')];
  fields[fields.indexOf(target) + 1]?.focus();
}

type DetailsProps = {
  view: CheckoutView;
  state: CheckoutFormState;
  changes: ReturnType<typeof useChanges>;
  isWide: boolean;
};

/** Everything that is asked before the payment. */
function Details({ view, state, changes, isWide }: DetailsProps) {
  const { applyCode, chooseShipping, reload } = changes;
  const discount = (
    <DiscountWidget applied={view.code} subtotal={view.subtotal} onApply={applyCode} onRemove={() => applyCode(null)} />
  );
  return (
    <>
      <Section
        title="Contact"
        aside={
          <>
            <span className="text-sm text-soft">* required</span>
            <SignInOffer />
          </>
        }
      >
        <ContactFields state={state} />
      </Section>
      <Section title="Shipping address">
        <AddressFields kind="shipping" state={state} />
        {isWide ? <Notes state={state} /> : null}
      </Section>
      <Billing state={state} />
      {isWide ? (
        <Section title="Discount code">{discount}</Section>
      ) : (
        <div className="-mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2">
          <Notes state={state} />
          <Disclosure label="Add a discount code" filled={view.code !== null}>
            {() => discount}
          </Disclosure>
        </div>
      )}
      <Section title="Shipping method">
        <ShippingChooser view={view} onChoose={chooseShipping} onRetry={reload} />
      </Section>
    </>
  );
}

type CheckoutFormProps = {
  session: CheckoutSession;
  checkout: CheckoutState;
  prefill: Prefill;
  onRemoveLast: () => Promise<void>;
};

/** The whole checkout of a guest or customer: form on one side, what it costs on the other. */
export function CheckoutForm({ session, checkout, prefill, onRemoveLast }: CheckoutFormProps) {
  const state = useCheckoutForm(prefill);
  const isWide = useWideScreen();
  const changes = useChanges(checkout);
  const { changeItem, applyCode, extend } = changes;
  const { view } = session;
  const [paying, setPaying] = useState(false);
  const isPricing = useTax(session, state.form.shipping, checkout.revise);
  const showOrder = (intentId: string) =>
    // A page of its own: should the shop be down at this moment, a reload of that address still finds the order.
    window.location.assign(`/checkout-success?payment_intent=${encodeURIComponent(intentId)}`);
  const agreement = useAgreement(session, checkout, { state, onPaid: showOrder });
  const isBusy = paying || checkout.changing || agreement.problem !== null || view.total === 0;
  const { offer, accept, close } = useExitOffer({ id: view.id, hasCode: view.code !== null, isBusy }, applyCode);

  const reserveAgain = async () => {
    const refusal = await checkout.reserveAgain();
    if (refusal === null) agreement.forgive();
    return refusal;
  };
  const changeOrRemove = (productId: string, quantity: number) =>
    quantity === 0 && view.items.length === 1 ? onRemoveLast() : changeItem(productId, quantity);
  const summary = { view, busy: checkout.changing, onChange: changeOrRemove };
  const reservation = (
    <div className="space-y-2">
      <Countdown view={view} paying={paying} onExpire={agreement.expire} onExtend={extend} />
      <StockLevels items={view.items} notes={session.notes} />
    </div>
  );

  return (
    <div className="grid gap-2 lg:grid-cols-[1fr_26rem] lg:gap-14">
      {isWide ? null : <OrderSummaryBar {...summary} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key in a field leads on to the next */}
      <form
        noValidate
        data-dense
        className="min-w-0 space-y-3.5 lg:space-y-10 [&_input]:scroll-mt-32 [&_select]:scroll-mt-32 [&_textarea]:scroll-mt-32"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={goOn}
      >
        <Progress step={isAtPayment(state.form) ? 2 : 1} />
        {isWide ? reservation : null}
        {view.total > 0 ? (
          <ExpressSection
            session={session}
            closed={agreement.problem?.reason === 'expired' && !paying}
            revise={checkout.revise}
            notes={state.form}
            onPaid={showOrder}
          />
        ) : null}
        <Details view={view} state={state} changes={changes} isWide={isWide} />
        <PaymentSection
          session={session}
          agreement={agreement}
          issues={Object.keys(state.issues).length}
          pricing={isPricing || checkout.changing}
          paying={[paying, setPaying]}
          onReserve={reserveAgain}
          onPaid={showOrder}
        >
          {isWide ? null : reservation}
        </PaymentSection>
      </form>
      {isWide ? (
        <div>
          <OrderSummary {...summary} />
        </div>
      ) : null}
      <ExitDialog offer={offer} onAccept={accept} onClose={close} />
    </div>
  );
}
