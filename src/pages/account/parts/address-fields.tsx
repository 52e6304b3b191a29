import { useState } from 'react';

import { addressMax, type AddressPart } from '#shared/address.ts';
import { addressRules } from '#shared/countries.ts';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { countryOptions, RegionField } from '../../forms/region-field.tsx';

/** The fields of an address in the words of its country. */
export function AddressFields({ fields: { field, box } }: { fields: Fields }) {
  const chosen = field('country');
  const [country, setCountry] = useState(chosen.defaultValue);
  const rules = addressRules(country);
  const bind = (name: AddressPart) => ({ ...field(name), maxLength: addressMax[name] });
  return (
    <div className="grid grid-cols-2 gap-4">
      <div className="col-span-full space-y-4">
        <SelectField
          {...chosen}
          label="Country"
          autoComplete="country"
          onChange={({ target }) => setCountry(target.value)}
        >
          <Options options={countryOptions} />
        </SelectField>
        <Field {...bind('street')} label="Street address" autoComplete="address-line1" required />
        <Field {...bind('line2')} label="Apartment, suite, floor (optional)" autoComplete="address-line2" />
        <Field {...bind('city')} label="City" autoComplete="address-level2" required />
      </div>
      <RegionField country={country} field={field('state')} autoComplete="address-level1" />
      <Field
        {...bind('postalCode')}
        label={rules.postalLabel}
        autoComplete="postal-code"
        inputMode={rules.postalNumeric ? 'numeric' : 'text'}
        required
      />
      <label className="col-span-full flex min-h-11 items-center gap-3">
        <input {...box('isDefault')} type="checkbox" className="size-5 accent-berry" />
        Use this address at checkout
      </label>
    </div>
  );
}
