import { useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import { addressMax, type AddressPart, type FullAddress } from '#shared/address.ts';
import type { Issues } from '#shared/issues.ts';
import { addressRules, countries, regionCode, regionsOf } from '#shared/countries.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { useFocus } from '#ui/focus.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

type AddressFormProps = {
  draft: FullAddress;
  isDefault: boolean;
  issues: Issues<AddressPart>;
  /** What is wrong with the address as a whole. */
  problem: string | null;
  /** Where the way back leads. */
  back: string;
};

type StateFieldProps = { country: string; value: string; error: string | undefined };

/** The state to choose where its country has a list; to write where it has none and as long as the page does not run. */
function StateField({ country, value, error }: StateFieldProps) {
  const { stateLabel, stateRequired } = addressRules(country);
  const isRunning = useIsRunning();
  const regions = regionsOf(country);
  const common = {
    id: 'state',
    name: 'state',
    label: stateRequired ? stateLabel : `${stateLabel} (optional)`,
    autoComplete: 'address-level1',
    error,
  };
  if (!isRunning || regions.length === 0) {
    return <Field key="written" {...common} defaultValue={value} maxLength={addressMax.state} />;
  }
  return (
    <SelectField key={country} {...common} defaultValue={regionCode(country, value) ?? ''}>
      <option value="">Choose…</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** The fields of an address in the words of its country; a plain form until the page runs. */
export function AddressForm({ draft, isDefault, issues, problem, back }: AddressFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(draft.country);
  const busy = useNavigation().state === 'submitting';
  const rules = addressRules(country);
  useFocus(issues, () => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  const bind = (name: AddressPart) => ({
    id: name,
    name,
    defaultValue: draft[name],
    maxLength: addressMax[name],
    error: issues[name],
  });
  return (
    <Form ref={ref} method="post" noValidate className="grid grid-cols-2 gap-4">
      <div className="col-span-full">
        <SelectField
          id="country"
          name="country"
          label="Country"
          autoComplete="country"
          defaultValue={draft.country}
          error={issues.country}
          onChange={({ target }) => setCountry(target.value)}
        >
          {countries.map((code) => (
            <option key={code} value={code}>
              {addressRules(code).name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="col-span-full">
        <Field {...bind('street')} label="Street address" autoComplete="address-line1" required />
      </div>
      <div className="col-span-full">
        <Field {...bind('line2')} label="Apartment, suite, floor (optional)" autoComplete="address-line2" />
      </div>
      <div className="col-span-full">
        <Field {...bind('city')} label="City" autoComplete="address-level2" required />
      </div>
      <StateField country={country} value={draft.state} error={issues.state} />
      <Field
        {...bind('postalCode')}
        label={rules.postalLabel}
        autoComplete="postal-code"
        inputMode={rules.postalNumeric ? 'numeric' : 'text'}
        required
      />
      <label className="col-span-full flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="isDefault"
          value="yes"
          defaultChecked={isDefault}
          className="size-5 accent-berry"
        />
        Use this address at checkout
      </label>
      {problem === null ? null : (
        <p role="alert" className="col-span-full text-berry">
          {problem}
        </p>
      )}
      <div className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={busy}>
          {busy ? 'Saving...' : 'Save address'}
        </Button>
        <ButtonLink to={back} look="second">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
