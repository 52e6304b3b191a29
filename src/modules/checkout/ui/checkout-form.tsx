import { useState } from 'react';

import { loadCart } from '#modules/cart/ui/cart-store.ts';
import type { CheckoutView } from '#modules/checkout/contract.ts';
import { DiscountWidget } from '#modules/discounts/ui/discount-widget.tsx';
import { toast } from '#ui/toast.tsx';

import { AddressFields } from './address-fields.tsx';
import type { CheckoutSession } from './begin-checkout.ts';
import { Billing, Instructions, Section } from './checkout-sections.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { Prefill } from './form-storage.ts';
import { Countdown } from './countdown.tsx';
import { ExpressSection } from './express-section.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { OrderSummary, OrderSummaryBar } from './order-summary.tsx';
import { PaymentSection } from './payment-section.tsx';
import { Progress } from './progress.tsx';
import { ShippingChooser } from './shipping-chooser.tsx';
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
  const applyCode = async (code: string | null): Promise<string | null> => {
    const answer = await checkout.revise({ discount_code: code });
    return 'reason' in answer ? answer.message : null;
  };
  const extend = async () => {
    await revise({ extend: true });
  };
  return { changeItem, chooseShipping, applyCode, extend, reload: () => void revise({}) };
}

type DetailsProps = { view: CheckoutView; state: CheckoutFormState; changes: ReturnType<typeof useChanges> };

/** Everything that is asked before the payment. */
function Details({ view, state, changes }: DetailsProps) {
  const { applyCode, chooseShipping, reload } = changes;
  return (
    <>
      <Section title="Contact">
        <ContactFields state={state} />
      </Section>
      <Section title="Shipping address">
        <AddressFields kind="shipping" state={state} />
        <Instructions state={state} />
      </Section>
      <Billing state={state} />
      <Section title="Discount code">
        <DiscountWidget
          applied={view.code}
          subtotal={view.subtotal}
          onApply={applyCode}
          onRemove={() => applyCode(null)}
        />
      </Section>
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
  const { changeItem, chooseShipping, applyCode, extend } = changes;
  const { view } = session;
  const [paying, setPaying] = useState(false);
  useTax(session, state.form.shipping, checkout.revise);
  const showOrder = (intentId: string) =>
    // A page of its own: should the shop be down at this moment, a reload of that address still finds the order.
    window.location.assign(`/checkout-success?payment_intent=${encodeURIComponent(intentId)}`);
  const agreement = useAgreement(session, checkout, state, showOrder);
  const isBusy = paying || checkout.changing || agreement.problem !== null || view.total === 0;
  const { offer, accept, close } = useExitOffer({ id: view.id, hasCode: view.code !== null, isBusy }, applyCode);

  const reserveAgain = async () => {
    const chosen = view.shippingOptionId;
    agreement.forgive();
    await checkout.begin();
    if (chosen !== null) await chooseShipping(chosen);
  };
  const changeOrRemove = (productId: string, quantity: number) =>
    quantity === 0 && view.items.length === 1 ? onRemoveLast() : changeItem(productId, quantity);
  const summary = { view, busy: checkout.changing, onChange: changeOrRemove };

  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_26rem] lg:gap-14">
      {isWide ? null : <OrderSummaryBar {...summary} />}
      <form
        noValidate
        className="min-w-0 space-y-10 [&_input]:scroll-mt-40 [&_select]:scroll-mt-40 [&_textarea]:scroll-mt-40"
        onSubmit={(event) => event.preventDefault()}
      >
        <Progress step={isAtPayment(state.form) ? 2 : 1} />
        <div className="space-y-2">
          <Countdown view={view} onExpire={agreement.expire} onExtend={extend} />
          <StockLevels items={view.items} />
        </div>
        {view.total > 0 && session.config.mode !== 'sandbox' ? (
          <ExpressSection
            session={session}
            revise={checkout.revise}
            deliveryInstructions={state.form.deliveryInstructions}
            onPaid={showOrder}
          />
        ) : null}
        <Details view={view} state={state} changes={changes} />
        <PaymentSection
          session={session}
          agreement={agreement}
          issues={Object.keys(state.issues).length}
          paying={[paying, setPaying]}
          onReserve={() => void reserveAgain()}
          onPaid={showOrder}
        />
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
