import { type ContactFields as Contact, suggestedAddress } from '../contact-details.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { visible } from '#shared/clean-text.ts';
import { Field } from '#ui/field.tsx';

import type { CheckoutFormState } from './use-checkout-form.ts';

type EmailSuggestionProps = { typed: string; onTake: (address: string) => void };

/** Suggests a correction for an email address whose domain looks mistyped. A tap applies it. */
function EmailSuggestion({ typed, onTake }: EmailSuggestionProps) {
  const suggestion = suggestedAddress(typed);
  return (
    <p role="status" className="text-sm empty:hidden">
      {suggestion === null ? null : (
        <>
          <span>{'Did you mean '}</span>
          <button
            type="button"
            onClick={() => onTake(suggestion)}
            className="min-h-11 font-medium text-berry underline underline-offset-4"
          >
            {suggestion}
          </button>
          <span>?</span>
        </>
      )}
    </p>
  );
}

/** Buyer fields: email, name and phone. */
export function ContactFields({ state }: { state: CheckoutFormState }) {
  const { form, change, hasLeft } = state;
  const set = (name: keyof Contact, value: string) =>
    change((before) => ({ contact: { ...before.contact, [name]: visible(value) } }));
  const bind = (name: keyof Contact) => ({
    ...state.bind(`contact-${name}`, form.contact[name], (typed) => set(name, typed)),
    name,
    required: true,
  });
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <Field
          {...bind('email')}
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="shipping email"
          spellCheck={false}
          maxLength={255}
        />
        {hasLeft('contact-email') ? (
          <EmailSuggestion typed={form.contact.email} onTake={(address) => set('email', address)} />
        ) : null}
      </div>
      <Field {...bind('firstName')} label="First name" autoComplete="shipping given-name" maxLength={100} />
      <Field {...bind('lastName')} label="Last name" autoComplete="shipping family-name" maxLength={100} />
      <div className="col-span-2">
        <Field
          {...bind('phone')}
          label="Phone"
          hint="Only for questions about the delivery"
          type="tel"
          inputMode="tel"
          autoComplete="shipping tel"
          maxLength={phoneTextMax}
        />
      </div>
    </div>
  );
}
