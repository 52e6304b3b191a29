import { useState } from 'react';

import { addressMax, type AddressPart } from '#shared/address.ts';
import { addressRules, countries, regionCode, regionsOf } from '#shared/countries.ts';
import { Field, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

type StateFieldProps = { country: string; field: ReturnType<Fields['field']> };

/** The state to choose where its country has a list; to write where it has none and as long as the page does not run. */
function StateField({ country, field }: StateFieldProps) {
  const { stateLabel, stateRequired } = addressRules(country);
  const isRunning = useIsRunning();
  const regions = regionsOf(country);
  const label = stateRequired ? stateLabel : `${stateLabel} (optional)`;
  const common = { ...field, label, autoComplete: 'address-level1' };
  if (!isRunning || regions.length === 0) return <Field key="written" {...common} maxLength={addressMax.state} />;
  return (
    <SelectField key={country} {...common} defaultValue={regionCode(country, field.defaultValue) ?? ''}>
      <option value="">Choose…</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

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
          {countries.map((code) => (
            <option key={code} value={code}>
              {addressRules(code).name}
            </option>
          ))}
        </SelectField>
        <Field {...bind('street')} label="Street address" autoComplete="address-line1" required />
        <Field {...bind('line2')} label="Apartment, suite, floor (optional)" autoComplete="address-line2" />
        <Field {...bind('city')} label="City" autoComplete="address-level2" required />
      </div>
      <StateField country={country} field={field('state')} />
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
