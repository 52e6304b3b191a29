import { useRef } from 'react';

import type { PostalPlace } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { movedTo, type Address } from '#shared/address.ts';
import { billingChoices, billingMovedTo, billingRules } from '#shared/billing-address.ts';
import { addressRules, countries, isCountry, regionCode, regionsOf } from '#shared/countries.ts';
import { identifier } from '#shared/identifier.ts';
import { visible } from '#shared/clean-text.ts';
import { Field, SelectField } from '#ui/field.tsx';

import { Disclosure } from './disclosure.tsx';
import { StreetField } from './street-field.tsx';
import type { CheckoutFormState } from './use-checkout-form.ts';

type StateFieldProps = ReturnType<CheckoutFormState['bind']> & {
  country: string;
  name: string;
  label: string;
  autoComplete: string;
  required: boolean;
};

/** A select field in countries with a list of states, otherwise a text field. */
function StateField({ country, value, enterKeyHint, ...field }: StateFieldProps) {
  const regions = regionsOf(country);
  if (regions.length === 0) return <Field {...field} enterKeyHint={enterKeyHint} value={value} maxLength={100} />;
  return (
    <SelectField {...field} value={regionCode(country, value) ?? ''}>
      <option value="">Choose…</option>
      {regions.map((region) => (
        <option key={region.code} value={region.code}>
          {region.name}
        </option>
      ))}
    </SelectField>
  );
}

type Kind = 'shipping' | 'billing';

/** Complete postal codes of the countries that the shop can look up. */
const complete: Record<string, RegExp> = { US: /^\d{5}(?:-?\d{4})?$/ };

const none: PostalPlace = { city: '', state: '' };

const textIn = (id: string) => {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value.trim() : '';
};

/**
 * Fills in the city and state of a postal code. Does not overwrite typed text, and fills in no
 * state if another city was typed.
 */
function usePostalPlace(kind: Kind, { change }: CheckoutFormState) {
  /** City and state that the lookup filled in. */
  const filled = useRef(none);
  const cityId = `${kind}-city`;
  /** Returns the city unless the lookup filled it in or it is being typed. */
  const typedCity = () => {
    const city = document.activeElement?.id === cityId ? '' : textIn(cityId);
    return city === filled.current.city ? '' : city;
  };
  const lookUp = async (address: Pick<Address, 'country'>, typed: string): Promise<void> => {
    const { country } = address;
    const postalCode = identifier(typed);
    if (complete[country]?.test(postalCode) !== true) return;
    const city = typedCity();
    const answer = await call('POST /postal-place', { postalCode, country, city });
    // Browser autofill writes the city after the postal code.
    if (typedCity() !== city) return lookUp(address, typed);
    if (!answer.ok || answer.body.place === null) return;
    const { place } = answer.body;
    const before = filled.current;
    filled.current = place;
    change(({ [kind]: address }) => {
      if (identifier(address.postalCode) !== postalCode || address.country !== country) return {};
      // A field that has the focus is not changed either.
      const mine = (name: 'city' | 'state') =>
        document.activeElement?.id !== `${kind}-${name}` && ['', before[name]].includes(address[name].trim());
      return {
        [kind]: {
          ...address,
          city: mine('city') ? place.city : address.city,
          state: mine('state') ? place.state : address.state,
        },
      };
    });
  };
  return lookUp;
}

/** Lets the shopper confirm a delivery address that does not match its ZIP. */
function SureOfAddress({ isAsked: isQuestionShown, isSure, answer }: CheckoutFormState['sureOfAddress']) {
  return (
    <div role="status" className="col-span-full empty:hidden">
      {isQuestionShown ? (
        <label htmlFor="shipping-sure" className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            id="shipping-sure"
            type="checkbox"
            className="size-5 accent-berry"
            checked={isSure}
            onChange={({ target }) => answer(target.checked)}
          />
          <span>My address is right</span>
        </label>
      ) : null}
    </div>
  );
}

/**
 * Country choices and address rules by kind of address. Billing addresses may be in any country.
 */
const places = {
  shipping: {
    choices: () => countries.map((code) => ({ code: code as string, name: addressRules(code).name })),
    moved: movedTo<Address>,
    rulesOf: addressRules,
  },
  billing: { choices: billingChoices, moved: billingMovedTo<Address>, rulesOf: billingRules },
};

/** Address fields with the labels and rules of the address's country. */
export function AddressFields({ kind, state }: { kind: Kind; state: CheckoutFormState }) {
  const address = state.form[kind];
  const { choices, moved, rulesOf } = places[kind];
  const country = rulesOf(address.country);
  const lookUp = usePostalPlace(kind, state);
  const alter = (next: (before: Address) => Address) => state.change((form) => ({ [kind]: next(form[kind]) }));
  const set = (name: keyof Address, value: string) => alter((before) => ({ ...before, [name]: visible(value) }));
  const moveTo = (to: string) => {
    const next = moved(address, to);
    for (const name of ['state', 'postalCode'] as const) {
      // Shows the error of a cleared field at once.
      if (next[name] !== address[name]) state.leave(`${kind}-${name}`);
    }
    alter((before) => moved(before, to));
  };
  const bind = (name: keyof Address) => {
    const id = `${kind}-${name}`;
    return { ...state.bind(id, address[name] ?? '', (typed) => set(name, typed)), name: id };
  };
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-3 sm:grid-cols-3">
      <div className="col-span-full">
        <SelectField
          {...bind('country')}
          label="Country"
          autoComplete={`${kind} country`}
          required
          onChange={({ target: { value } }) => moveTo(value)}
        >
          {choices().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="col-span-full">
        <StreetField
          {...bind('street')}
          label="Street address"
          country={address.country}
          autoComplete={`${kind} address-line1`}
          maxLength={200}
          required
          onType={(street) => set('street', street)}
          onChoose={({ description: _text, ...chosen }) => alter((before) => ({ ...before, ...chosen }))}
        />
      </div>
      <div className="col-span-full -my-2.5 has-[input:not([tabindex])]:my-0">
        <Disclosure label="Add apartment, suite or floor" filled={(address.line2 ?? '') !== ''} fillable>
          {(isOpen) => (
            <Field
              {...bind('line2')}
              label="Apartment, suite, floor (optional)"
              autoComplete={`${kind} address-line2`}
              tabIndex={isOpen ? undefined : -1}
              maxLength={200}
            />
          )}
        </Disclosure>
      </div>
      <Field
        {...bind('postalCode')}
        label={
          kind === 'shipping' || isCountry(address.country) ? country.postalLabel : `${country.postalLabel} (optional)`
        }
        autoComplete={`${kind} postal-code`}
        inputMode={country.postalNumeric ? 'numeric' : 'text'}
        autoCapitalize="characters"
        maxLength={40}
        required={kind === 'shipping' || isCountry(address.country)}
        onChange={({ target: { value } }) => {
          set('postalCode', value);
          void lookUp(address, value);
        }}
      />
      <Field {...bind('city')} label="City" autoComplete={`${kind} address-level2`} maxLength={100} required />
      <div className="col-span-full sm:col-span-1">
        <StateField
          {...bind('state')}
          country={address.country}
          label={country.stateRequired ? country.stateLabel : `${country.stateLabel} (optional)`}
          autoComplete={`${kind} address-level1`}
          required={country.stateRequired}
        />
      </div>
      {kind === 'shipping' ? <SureOfAddress {...state.sureOfAddress} /> : null}
    </div>
  );
}
