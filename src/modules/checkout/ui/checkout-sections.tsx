import type { PublicSite } from '#modules/content/public-site.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { instructionsMax } from '#shared/address.ts';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { TextAreaField } from '#ui/field.tsx';
import { LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';

import { AddressFields } from './address-fields.tsx';
import { Disclosure } from './disclosure.tsx';
import type { CheckoutFormState } from './use-checkout-form.ts';

type SectionProps = {
  title: string;
  /** Content beside the title. */
  aside?: ElementChildren;
  /** True if narrow screens show the title only to screen readers. */
  isPlain?: boolean;
  children: ElementChildren;
};

export function Section({ title, aside, isPlain = false, children }: SectionProps) {
  return (
    <section className={classes('lg:space-y-4', !isPlain && 'space-y-2')}>
      <div className={classes('flex flex-wrap items-baseline justify-between gap-x-3', isPlain && 'max-lg:sr-only')}>
        <h2 className="text-xl lg:text-2xl">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Billing({ state }: { state: CheckoutFormState }) {
  const { form, change } = state;
  const choose = (same: boolean) =>
    change({ billingSameAsShipping: same, ...(same ? { billing: form.shipping } : {}) });
  return (
    <Section title="Billing address" isPlain={form.billingSameAsShipping}>
      <label htmlFor="billing-same" className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id="billing-same"
          type="checkbox"
          className="size-5 accent-berry"
          checked={form.billingSameAsShipping}
          onChange={(event) => choose(event.target.checked)}
        />
        Billing address same as shipping
      </label>
      {form.billingSameAsShipping ? null : <AddressFields kind="billing" state={state} />}
    </Section>
  );
}

/** Delivery instructions, behind a button until they are filled. */
export function Notes({ state }: { state: CheckoutFormState }) {
  const { form, change } = state;
  return (
    <Disclosure label="Add delivery instructions" filled={form.deliveryInstructions !== ''}>
      {() => (
        <TextAreaField
          id="delivery-instructions"
          name="delivery-instructions"
          label="Delivery instructions (optional)"
          rows={3}
          maxLength={instructionsMax}
          value={form.deliveryInstructions}
          onChange={(event) => change({ deliveryInstructions: event.target.value })}
        />
      )}
    </Disclosure>
  );
}

/** Guarantee that lowers the risk of ordering. */
export function GuaranteeBanner() {
  const { guaranteeDays } = useSite();
  return (
    <div className="flex items-center gap-4 rounded-card bg-blush p-5">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-white text-berry">
        <ReturnIcon />
      </span>
      <p>
        <span className="block font-display text-xl">{`${guaranteeDays}-day money-back guarantee`}</span>
        <span className="block text-sm text-soft">
          Use it at home. If it’s not for you, send it back for a full refund.
        </span>
      </p>
    </div>
  );
}

const icons = { lock: <LockIcon />, truck: <TruckIcon />, return: <ReturnIcon /> };

const badgesFor = ({ guaranteeDays, freeShipping: { title, everyOrder, from } }: PublicSite) =>
  [
    { icon: 'lock', title: 'Secure Checkout', text: '256-bit SSL encryption' },
    { icon: 'lock', title: 'Safe Payment', text: 'Your card goes to the payment provider only' },
    { icon: 'truck', title, text: everyOrder || from },
    { icon: 'return', title: `${guaranteeDays}-Day Returns`, text: 'Money-back guarantee' },
  ] as const;

/** Trust badges beside the order. One without its text is not true now. */
export function TrustBadges() {
  const badges = badgesFor(useSite()).filter(({ text }) => text !== '');
  return (
    <ul className="grid grid-cols-2 gap-4 text-sm">
      {badges.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-2">
          <span className="shrink-0 text-gold">{icons[icon]}</span>
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-soft">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
