import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';

import { loadCart } from '#modules/cart/ui/cart-store.ts';
import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import { DiscountWidget } from '#modules/discounts/ui/discount-widget.tsx';
import { forgetLinkedCode, linkedCode } from '#modules/discounts/linked-code.ts';
import { isCodeRefusal, submitCode, type ApplyCode } from '#modules/discounts/ui/try-code.ts';
import type { Refusal } from '#ui/refusal.ts';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { firstInteraction } from '#ui/lazy-on-interaction.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { createLazyHook } from '#ui/store.ts';
import { toast } from '#ui/toast.tsx';
import { useOnHydrated } from '#ui/use-hydrated.ts';

import { isCheckoutEnd } from '../checkout-ends.ts';
import type { CheckoutOffer } from '../checkout.schema.ts';
import { AddressFields } from './address-fields.tsx';
import { Billing, Notes, Section } from './checkout-sections.tsx';
import { ContactFields } from './contact-fields.tsx';
import { Countdown } from './countdown.tsx';
import { Disclosure } from './disclosure.tsx';
import type { ExitOfferProps } from './exit-offer.tsx';
import { ExpressSection } from './express-checkout.tsx';
import type { Prefill } from './form-storage.ts';
import { ChangedTotal, OrderSummary, OrderSummaryBar } from './order-summary.tsx';
import { PaymentSection } from './payment-section.tsx';
import { Progress } from './progress.tsx';
import { ShippingChooser } from './shipping-chooser.tsx';
import { useConfirmTotal } from './use-confirm-total.ts';
import { useCheckoutForm, type CheckoutFormState } from './use-checkout-form.ts';
import type { CheckoutState, RequestedChange } from './use-checkout.ts';
import { useStanding } from './use-standing.ts';
import { useTax } from './use-tax.ts';

/**
 * Repeats choices that were made in the server-rendered form before hydration. The DOM shows them,
 * but React does not know them.
 */
function answerEarlyChoices(form: HTMLFormElement | null): void {
  for (const box of form?.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])') ?? []) {
    const { checked, defaultChecked, type } = box;
    if (checked === defaultChecked || (type === 'radio' && !checked)) continue;
    box.checked = defaultChecked;
    box.click();
  }
}

const wide = '(min-width: 64rem)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True if the summary fits beside the form. Null in server-rendered HTML and until hydration. */
function useWideScreen(): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  );
}

/** Link to sign in and return. The cart is carried over and known data is filled in. */
function SignInOffer() {
  const { pathname, search } = useLocation();
  return (
    <span className="text-sm">
      Already a customer?{' '}
      <Link
        to={`/auth?next=${encodeURIComponent(pathname + search)}`}
        className="inline-block py-2.5 -my-2.5 text-berry underline underline-offset-4"
      >
        Sign in
      </Link>
    </span>
  );
}

type StockLevelsProps = { items: CheckoutOffer['items']; notes: readonly string[] };

/**
 * Shows how many units this order could have, if few are left, and notes about what was left out.
 */
function StockLevels({ items, notes }: StockLevelsProps) {
  const levels = items.map((item) =>
    item.stock_left === null ? null : (
      <div key={item.product_id} className="text-sm">
        {items.length > 1 ? <span className="sr-only">{`${item.name}: `}</span> : null}
        <StockNotice available={item.stock_left} />
      </div>
    ),
  );
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="font-medium text-berry">
          {note}
        </p>
      ))}
      {levels}
    </>
  );
}

/**
 * Loads only after the first interaction: a shopper who has not used the page cannot be about to
 * leave it.
 */
const useExitOffer = createLazyHook(
  async () => {
    await firstInteraction();
    const { ExitOffer } = await import('./exit-offer.tsx');
    return (props: ExitOfferProps) => <ExitOffer {...props} />;
  },
  () => undefined,
);

function isAtPayment({ contact, shipping }: CheckoutFormState['form']): boolean {
  return [contact.email, shipping.street, shipping.city].every((text) => text.trim() !== '');
}

/** Actions that change the order. A refusal is shown as a toast and the old figures stay. */
function useChanges(checkout: CheckoutState) {
  const revise = async (change: RequestedChange) => {
    const answer = await checkout.revise(change);
    // The page itself says that the checkout has ended.
    if ('reason' in answer && !isCheckoutEnd(answer.reason)) toast({ title: answer.message, destructive: true });
    return answer;
  };
  const changeItem = async (productId: string, quantity: number) => {
    await revise({ items: [{ product_id: productId, quantity }] });
    await loadCart();
  };
  const chooseShipping = async (optionId: string) => {
    await revise({ shipping_option_id: optionId });
  };
  const setCode = async (code: string | null): Promise<Refusal | null> => {
    const answer = await checkout.revise({ discount_code: code });
    return 'reason' in answer ? answer : null;
  };
  const extend = async () => {
    await revise({ extend: true });
  };
  return { changeItem, chooseShipping, setCode, tryCode: checkout.tryCode, extend, reload: () => void revise({}) };
}

/**
 * Applies the code of a followed link once the checkout has begun without one. A code that could
 * not be tried is tried again on the next visit.
 */
function useLinkedCode(mayApply: boolean, tryCode: ApplyCode): void {
  const apply = useEffectEvent(async () => {
    const code = linkedCode();
    if (code === null) return;
    const once: ApplyCode = async (typed) => {
      const answer = await tryCode(typed);
      if (answer.valid || isCodeRefusal(answer.reason)) forgetLinkedCode();
      return answer;
    };
    const { message } = await submitCode({ typed: code, used: 0, apply: once });
    toast(message);
  });
  useEffect(() => {
    if (mayApply) void apply();
  }, [mayApply]);
}

/** Moves to the next field on the "next" key of a phone's keyboard. Only the button pays. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key } = event;
  const isNext = target instanceof HTMLInputElement && target.enterKeyHint === 'next';
  if (key !== 'Enter' || !isNext || event.defaultPrevented || !matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not([tabindex]), select, textarea')];
  fields[fields.indexOf(target) + 1]?.focus();
}

type DetailsProps = {
  offer: CheckoutOffer;
  state: CheckoutFormState;
  changes: ReturnType<typeof useChanges>;
  isWide: boolean | null;
  isGuest: boolean;
  /** True once the time is up: no code is looked up until the goods are reserved again. */
  isOver: boolean;
};

const over = 'Your items are no longer reserved. Please reserve them again.';

/** All fields before the payment. */
function Details({ offer, state, changes, isWide, isGuest, isOver }: DetailsProps) {
  const { setCode, tryCode, chooseShipping, reload } = changes;
  const discount = (
    <DiscountWidget
      applied={offer.code}
      closed={isOver ? over : null}
      onApply={(code) => tryCode(code, offer.subtotal)}
      onRemove={() => setCode(null)}
    />
  );
  return (
    <>
      <Section
        title="Contact"
        aside={
          <>
            <span className="text-sm text-soft">* required</span>
            {isGuest ? <SignInOffer /> : null}
          </>
        }
      >
        <ContactFields state={state} />
      </Section>
      <Section title="Shipping address">
        <div className="lg:space-y-4">
          <AddressFields kind="shipping" state={state} />
          {isWide === false ? null : (
            <div className="space-y-4 max-lg:hidden">
              <Notes state={state} />
            </div>
          )}
        </div>
      </Section>
      <Billing state={state} />
      {isWide === false ? null : (
        <div className="max-lg:hidden">
          <Section title="Discount code">{discount}</Section>
        </div>
      )}
      {isWide === true ? null : (
        <div className="-mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 lg:hidden">
          <Notes state={state} />
          <Disclosure label="Add a discount code" filled={offer.code !== null}>
            {() => discount}
          </Disclosure>
        </div>
      )}
      <Section title="Shipping method">
        <ShippingChooser offer={offer} onChoose={chooseShipping} onRetry={reload} />
      </Section>
    </>
  );
}

type CheckoutFormProps = {
  /** Offer of the checkout, or its preview until the checkout has begun. */
  offer: CheckoutOffer;
  checkout: CheckoutState;
  customer: { isGuest: boolean; prefill: Prefill };
  onRemoveLast: () => Promise<void>;
  /** Card about other shoppers that comes and goes. Undefined if there is never one. */
  activity: ElementChildren | undefined;
};

/**
 * The checkout of a guest or customer: form on one side, summary on the other. It can be filled in
 * before the checkout has begun. The HTML contains both screen widths; styles choose until the page
 * is hydrated.
 */
export function CheckoutForm({ offer, checkout, customer, onRemoveLast, activity }: CheckoutFormProps) {
  const { session } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const state = useCheckoutForm(customer.prefill, offer.shippingCountries);
  // Runs after the stored form is restored, which would undo it.
  useOnHydrated(() => answerEarlyChoices(form.current));
  const isWide = useWideScreen();
  const changes = useChanges(checkout);
  const { changeItem, setCode, extend } = changes;
  useLinkedCode(session !== null && offer.code === null, (code) => changes.tryCode(code, offer.subtotal));
  const [paying, setPaying] = useState(false);
  const isPricing = useTax({ offer, config: session?.config ?? null }, state.form.shipping, checkout.revise);
  const showOrder = (intentId: string) =>
    // A full page load, so that a reload finds the order even if the shop is briefly down.
    window.location.assign(`/checkout-success?payment_intent=${encodeURIComponent(intentId)}`);
  const agreement = useConfirmTotal(session, checkout, { state, onPaid: showOrder });
  useStanding(checkout.look, session === null || paying || checkout.changing);
  const lapse = useEffectEvent(agreement.expire);
  useEffect(() => {
    if (checkout.lapses > 0) lapse();
  }, [checkout.lapses]);
  const isBusy = paying || checkout.changing || agreement.problem !== null || offer.total === 0;
  const exitOffer = useExitOffer(session !== null);

  const reserveAgain = async () => {
    const refusal = await checkout.reserveAgain();
    if (refusal === null) agreement.forgive();
    return refusal;
  };
  const changeOrRemove = (productId: string, quantity: number) =>
    quantity === 0 && offer.items.length === 1 ? onRemoveLast() : changeItem(productId, quantity);
  const summary = { offer, busy: checkout.changing, onChange: changeOrRemove };
  const reservation = (shown: string) => (
    <div className={classes('space-y-2', shown)}>
      {session === null ? (
        <p className="flex min-h-14 items-center rounded-2xl bg-blush px-5 py-2">
          <Spinner label="Setting up your checkout..." />
        </p>
      ) : (
        <Countdown view={session.view} paying={paying} onExpire={agreement.expire} onExtend={extend} />
      )}
      <StockLevels items={offer.items} notes={session?.notes ?? []} />
    </div>
  );

  return (
    <div className="grid gap-2 lg:grid-cols-[1fr_26rem] lg:gap-14">
      {isWide === true ? null : <OrderSummaryBar {...summary} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter key */}
      <form
        ref={form}
        noValidate
        data-dense
        className="min-w-0 space-y-3.5 lg:space-y-10 [&_input]:scroll-mt-32 [&_select]:scroll-mt-32 [&_textarea]:scroll-mt-32"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={goOn}
        onKeyDownCapture={state.readFields}
        onPointerDownCapture={state.readFields}
      >
        <Progress step={isAtPayment(state.form) ? 2 : 1} />
        <ChangedTotal total={offer.total} />
        {isWide === false ? null : reservation('max-lg:hidden')}
        {offer.total > 0 ? (
          <ExpressSection
            session={session}
            closed={agreement.problem?.reason === 'expired' && !paying}
            revise={checkout.revise}
            form={state.form}
            onPaid={showOrder}
          />
        ) : null}
        <Details
          offer={offer}
          state={state}
          changes={changes}
          isWide={isWide}
          isGuest={customer.isGuest}
          isOver={agreement.problem?.reason === 'expired'}
        />
        <PaymentSection
          session={session}
          offer={offer}
          agreement={agreement}
          issues={Object.keys(state.issues).length}
          pricing={isPricing || checkout.changing}
          paying={[paying, setPaying]}
          onReserve={reserveAgain}
          onRefused={checkout.noticeEnd}
          onPaid={showOrder}
        >
          {isWide === true ? null : (
            <>
              {reservation('lg:hidden')}
              {activity === undefined ? null : (
                <div className="min-h-17 min-[24rem]:min-h-12.5 lg:hidden">{isWide === null ? null : activity}</div>
              )}
            </>
          )}
        </PaymentSection>
      </form>
      {isWide === false ? null : (
        <div className="max-lg:hidden">
          <div className="sticky top-24 space-y-4">
            <OrderSummary {...summary} />
            {activity === undefined ? null : <div className="min-h-12.5">{isWide === null ? null : activity}</div>}
          </div>
        </div>
      )}
      {session && exitOffer?.({ id: session.view.id, hasCode: offer.code !== null, isBusy, apply: setCode })}
    </div>
  );
}
