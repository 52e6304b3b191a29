import { useState, type ReactNode } from 'react';

import { addressRules, countries, type AddressFields as Address } from '#modules/checkout/address-rules.ts';
import { Field, SelectField } from '#ui/field.tsx';

import type { CheckoutFormState } from './use-checkout-form.ts';

type Kind = 'shipping' | 'billing';

function SecondLine({ present, children }: { present: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(present);
  if (open || present) return children;
  return (
    <button type="button" onClick={() => setOpen(true)} className="min-h-11 text-berry underline underline-offset-4">
      Add apartment, suite or floor
    </button>
  );
}

/** An address in the words and with the rules of its country. */
export function AddressFields({ kind, state }: { kind: Kind; state: CheckoutFormState }) {
  const address = state.form[kind];
  const country = addressRules(address.country);
  const set = (name: keyof Address, value: string) => state.change({ [kind]: { ...address, [name]: value } });
  const bind = (name: keyof Address) => ({
    id: `${kind}-${name}`,
    name: `${kind}-${name}`,
    value: address[name] ?? '',
    error: state.errorOf(`${kind}-${name}`),
    onBlur: () => state.leave(`${kind}-${name}`),
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SelectField {...bind('country')} label="Country" autoComplete={`${kind} country`}>
          {countries.map((code) => (
            <option key={code} value={code}>
              {addressRules(code).name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="sm:col-span-2">
        <Field {...bind('street')} label="Street address" autoComplete={`${kind} address-line1`} maxLength={200} required />
      </div>
      <div className="sm:col-span-2">
        <SecondLine present={(address.line2 ?? '') !== ''}>
          <Field {...bind('line2')} label="Apartment, suite, floor (optional)" autoComplete={`${kind} address-line2`} maxLength={200} />
        </SecondLine>
      </div>
      <Field {...bind('city')} label="City" autoComplete={`${kind} address-level2`} maxLength={100} required />
      <Field
        {...bind('state')}
        label={country.stateRequired ? country.stateLabel : `${country.stateLabel} (optional)`}
        autoComplete={`${kind} address-level1`}
        maxLength={100}
        required={country.stateRequired}
      />
      <Field
        {...bind('postalCode')}
        label={country.postalLabel}
        autoComplete={`${kind} postal-code`}
        inputMode={country.postalNumeric ? 'numeric' : 'text'}
        maxLength={20}
        required
      />
    </div>
  );
}
