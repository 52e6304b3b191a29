import { Elements } from '@stripe/react-stripe-js';
import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { forgetItems, loadCart } from '#modules/cart/ui/cart-store.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { ArrowLeftIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import { AddressFields } from './address-fields.tsx';
import { checklistToasts } from './checklist.ts';
import { ContactFields } from './contact-fields.tsx';
import { clearForm, snapshotKey } from './form-storage.ts';
import { FreePanel } from './free-panel.tsx';
import { loadPaymentForm } from './load-stripe.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPanel, type Shipment } from './payment-panel.tsx';
import { Progress } from './progress.tsx';
import { ShippingChooser } from './shipping-chooser.tsx';
import type { CheckoutSession, CheckoutState } from './use-checkout.ts';
import { useCheckoutForm, type CheckoutFormState } from './use-checkout-form.ts';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Billing({ state }: { state: CheckoutFormState }) {
  const { form, change } = state;
  return (
    <Section title="Billing">
      <label htmlFor="billing-same" className="flex min-h-11 items-center gap-3">
        <input
          id="billing-same"
          type="checkbox"
          className="size-5 accent-berry"
          checked={form.billingSameAsShipping}
          onChange={(event) =>
            change({
              billingSameAsShipping: event.target.checked,
              ...(event.target.checked ? { billing: form.shipping } : {}),
            })
          }
        />
        Billing address same as shipping
      </label>
      {form.billingSameAsShipping ? null : <AddressFields kind="billing" state={state} />}
    </Section>
  );
}

function Instructions({ state }: { state: CheckoutFormState }) {
  const { form, change } = state;
  return (
    <details open={form.deliveryInstructions !== ''}>
      <summary className="min-h-11 py-2 text-berry underline underline-offset-4">Add delivery instructions</summary>
      <TextAreaField
        id="delivery-instructions"
        label="Delivery instructions (optional)"
        rows={3}
        maxLength={500}
        value={form.deliveryInstructions}
        onChange={(event) => change({ deliveryInstructions: event.target.value })}
      />
    </details>
  );
}

function Badges() {
  const badge = 'flex items-center gap-2';
  return (
    <ul className="grid gap-2 text-sm text-soft sm:grid-cols-2">
      <li className={badge}>
        <LockIcon /> Secure Checkout: encrypted connection
      </li>
      <li className={badge}>
        <LockIcon /> Safe Payment: your card goes to the payment provider only
      </li>
      <li className={badge}>
        <TruckIcon /> Free Shipping on all orders
      </li>
      <li className={badge}>
        <ReturnIcon /> 30-Day Returns
      </li>
    </ul>
  );
}

function shipmentOf({ contact, shipping }: CheckoutFormState['form']): Shipment {
  const line2 = shipping.line2 ?? '';
  return {
    email: contact.email.trim(),
    name: `${contact.firstName} ${contact.lastName}`.trim(),
    phone: contact.phone.trim(),
    address: {
      line1: shipping.street,
      ...(line2 === '' ? {} : { line2 }),
      city: shipping.city,
      state: shipping.state,
      postal_code: shipping.postalCode,
      country: shipping.country,
    },
  };
}

function focusFirst(ids: readonly string[]): void {
  const fields = ids.map((id) => document.getElementById(id)).filter((field) => field !== null);
  fields.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]?.focus();
}

/** Checks the form, agrees it with the server, and answers what the provider needs; null when the shopper must act. */
function usePrepare(session: CheckoutSession, checkout: CheckoutState, state: CheckoutFormState) {
  const [problem, setProblem] = useState<string | null>(null);
  const prepare = async (): Promise<Shipment | null> => {
    const ids = Object.keys(state.issues);
    if (ids.length > 0) {
      state.leaveAll();
      for (const title of checklistToasts(ids)) toast({ ...title, destructive: true });
      setProblem(`Please correct ${ids.length} ${ids.length === 1 ? 'field' : 'fields'} before paying.`);
      // The errors are drawn first: what gets the focus is announced with them.
      requestAnimationFrame(() => focusFirst(ids));
      return null;
    }
    const { contact, shipping, billing, billingSameAsShipping, deliveryInstructions } = state.form;
    const answer = await checkout.revise({
      customer_info: contact,
      shipping_address: { ...shipping, country: shipping.country as 'US' },
      billing_address: { ...(billingSameAsShipping ? shipping : billing), country: (billingSameAsShipping ? shipping : billing).country as 'US' },
      delivery_instructions: deliveryInstructions,
      final: true,
    });
    if ('reason' in answer) {
      setProblem(answer.message);
      toast({ title: 'Payment Error', description: answer.message, destructive: true });
      return null;
    }
    if (answer.checkout.total !== session.view.total) {
      setProblem('The total has changed. Please check it and pay again.');
      return null;
    }
    setProblem(null);
    return shipmentOf(state.form);
  };
  return { prepare, problem };
}

function keepSnapshot(session: CheckoutSession, { form }: CheckoutFormState, intentId: string): void {
  const { view } = session;
  const snapshot = {
    payment_intent_id: intentId,
    customer_info: form.contact,
    shipping_address: form.shipping,
    billing_address: form.billingSameAsShipping ? form.shipping : form.billing,
    delivery_instructions: form.deliveryInstructions,
    items: view.items,
    discount_code: view.code?.code ?? null,
    shipping_option: view.shippingOptions.find((option) => option.id === view.shippingOptionId) ?? null,
    order_calculation: {
      subtotal: view.subtotal,
      discountAmount: view.discountAmount,
      shippingAmount: view.shippingAmount,
      taxAmount: view.taxAmount,
      total: view.total,
    },
  };
  try {
    sessionStorage.setItem(snapshotKey, JSON.stringify(snapshot));
  } catch (error) {
    console.warn('The order could not be kept for the next page', error);
  }
}

const appearance = {
  variables: { colorPrimary: '#be123c', colorText: '#33232a', colorDanger: '#be123c', borderRadius: '12px' },
};

/** The whole checkout of a guest or customer: form on one side, what it costs on the other. */
export function CheckoutForm({ session, checkout }: { session: CheckoutSession; checkout: CheckoutState }) {
  const state = useCheckoutForm();
  const navigate = useNavigate();
  const { view, clientSecret, config } = session;
  const { prepare, problem } = usePrepare(session, checkout, state);
  const stripe = useMemo(() => loadPaymentForm(config), [config]);

  const changeItem = async (productId: string, quantity: number) => {
    const answer = await checkout.revise({ items: [{ product_id: productId, quantity }] });
    if ('reason' in answer && answer.reason === 'cart_empty') {
      clearForm();
      forgetItems();
      await navigate('/');
    } else if ('reason' in answer) toast({ title: answer.message, destructive: true });
    await loadCart();
  };
  const chooseShipping = async (optionId: string) => {
    const answer = await checkout.revise({ shipping_option_id: optionId });
    if ('reason' in answer) toast({ title: answer.message, destructive: true });
  };
  const paid = (intentId: string) => {
    keepSnapshot(session, state, intentId);
    clearForm();
    void navigate(`/checkout-success?payment_intent=${encodeURIComponent(intentId)}`);
  };
  const { contact, shipping } = state.form;
  const isAtPayment = contact.email !== '' && shipping.street !== '' && shipping.city !== '';
  const change = (id: string, quantity: number) => void changeItem(id, quantity);

  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_26rem] lg:gap-14">
      <div className="order-2 space-y-10 lg:order-1">
        <Progress step={isAtPayment ? 2 : 1} />
        <Section title="Contact">
          <ContactFields state={state} />
        </Section>
        <Section title="Shipping address">
          <AddressFields kind="shipping" state={state} />
          <Instructions state={state} />
        </Section>
        <Section title="Shipping method">
          <ShippingChooser
            view={view}
            busy={checkout.changing}
            onChoose={(id) => void chooseShipping(id)}
            onRetry={() => void checkout.revise({})}
          />
        </Section>
        <Billing state={state} />
        <Section title="Payment">
          {problem === null ? null : (
            <p role="alert" className="rounded-2xl border border-berry bg-white p-4 text-berry">
              {problem}
            </p>
          )}
          {clientSecret === null ? (
            <FreePanel
              checkoutId={view.id}
              prepare={prepare}
              onPlaced={({ order }) => {
                clearForm();
                void navigate(`/checkout-success?token=${encodeURIComponent(order.token)}`);
              }}
            />
          ) : (
            <Elements stripe={stripe} options={{ clientSecret, appearance }} key={clientSecret}>
              <PaymentPanel total={view.total} clientSecret={clientSecret} prepare={prepare} onPaid={paid} />
            </Elements>
          )}
          <Badges />
          <ButtonLink to="/product" look="quiet" className="px-0">
            <ArrowLeftIcon /> Back to the product
          </ButtonLink>
        </Section>
      </div>
      <div className="order-1 lg:order-2">
        <OrderSummary view={view} busy={checkout.changing} onChange={change} />
      </div>
    </div>
  );
}
