import type { ContactFields as Contact } from '#shared/contact.ts';
import { suggestedAddress } from '../contact-details.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { needsLatinSpelling } from '#shared/latin-spelling.ts';
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

/** Asks for the Latin spelling of a name that no parcel label can show. */
function SpellingQuestion({ contact: { firstName, lastName } }: { contact: Contact }) {
  return (
    <p role="status" className="col-span-2 text-sm empty:hidden">
      {needsLatinSpelling(`${firstName} ${lastName}`)
        ? 'Parcel labels show Latin letters only. Please add that spelling to your name, for example: 王小明 (Wang Xiaoming).'
        : null}
    </p>
  );
}

/** Buyer fields: email, name and phone. */
export function ContactFields({ state }: { state: CheckoutFormState }) {
  const { form, change, hasLeft } = state;
  const set = (name: keyof Contact, value: string) =>
    change((before) => ({ contact: { ...before.contact, [name]: stripInvisible(value) } }));
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
          label="Email"
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
      {hasLeft('contact-lastName') ? <SpellingQuestion contact={form.contact} /> : null}
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
