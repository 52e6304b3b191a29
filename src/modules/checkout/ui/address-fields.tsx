import { useRef } from 'react';

import type { PostalPlace } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { addressFields, withCountry, type Address, type AddressPart, type FormPart } from '#shared/address.ts';
import { billingChoices, billingMovedTo, billingRules } from '#shared/billing-address.ts';
import { addressRules, regionCode, regionsOf } from '#shared/countries.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { Field, SelectField } from '#ui/field.tsx';

import { Disclosure } from './disclosure.tsx';
import { StreetField } from './street-field.tsx';
import type { CheckoutFormState } from './use-checkout-form.ts';

/** Attributes of the field of a part, with its label. */
type PartProps = ReturnType<CheckoutFormState['bind']> & Omit<FormPart, 'part'> & { name: string };

/** A select field in countries with a list of states, otherwise a text field. */
function StateField({ country, value, enterKeyHint, maxLength, ...field }: PartProps & { country: string }) {
  const regions = regionsOf(country);
  const typed = { enterKeyHint, value, maxLength };
  if (regions.length === 0) return <Field {...field} {...typed} />;
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
    const postalCode = normalizeIdentifier(typed);
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
      if (normalizeIdentifier(address.postalCode) !== postalCode || address.country !== country) return {};
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

/** Countries to choose from, with the one that is already chosen. */
const countryChoices = (sold: readonly string[], chosen: string) =>
  [...new Set([...sold, chosen])].map((code) => ({ code, name: addressRules(code).name }));

/**
 * Country choices and address rules by kind of address. Billing addresses may be in any country.
 */
const places = {
  shipping: {
    choices: countryChoices,
    moved: withCountry<Address>,
    rulesOf: addressRules,
  },
  billing: { choices: () => billingChoices(), moved: billingMovedTo<Address>, rulesOf: billingRules },
};

type Acts = {
  choices: () => { code: string; name: string }[];
  moveTo: (country: string) => void;
  typeStreet: (street: string) => void;
  choose: (suggested: Partial<Address>) => void;
  typePostalCode: (code: string) => void;
};

/** Field of one part. Parts that do more than take text have their own case. */
function PartField({
  part,
  field,
  address,
  acts,
}: {
  part: AddressPart;
  field: PartProps;
  address: Address;
  acts: Acts;
}) {
  const { country, line2 } = address;
  const { maxLength: _max, ...select } = field;
  switch (part) {
    case 'country':
      return (
        <SelectField {...select} onChange={({ target: { value } }) => acts.moveTo(value)}>
          {acts.choices().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'street':
      return (
        <StreetField
          {...field}
          country={country}
          onType={acts.typeStreet}
          onChoose={({ description: _text, ...chosen }) => acts.choose(chosen)}
        />
      );
    case 'line2':
      return (
        <Disclosure label="Add apartment, suite or floor" filled={line2 !== ''} fillable>
          {(isOpen) => <Field {...field} tabIndex={isOpen ? undefined : -1} />}
        </Disclosure>
      );
    case 'postalCode':
      return (
        <Field
          {...field}
          autoCapitalize="characters"
          onChange={({ target: { value } }) => acts.typePostalCode(value)}
        />
      );
    case 'state':
      return <StateField {...field} country={country} />;
    default:
      return <Field {...field} />;
  }
}

/** Columns of the parts that do not take a line of their own. */
const columns: Partial<Record<AddressPart, string>> = {
  line2: 'col-span-full -my-2.5 has-[input:not([tabindex])]:my-0',
  postalCode: '',
  city: '',
  state: 'col-span-full sm:col-span-1',
};

/** Address fields with the labels and rules of the address's country, one for each part. */
export function AddressFields({ kind, state }: { kind: Kind; state: CheckoutFormState }) {
  const address = state.form[kind];
  const { choices, moved, rulesOf } = places[kind];
  const lookUp = usePostalPlace(kind, state);
  const alter = (next: (before: Address) => Address) => state.change((form) => ({ [kind]: next(form[kind]) }));
  const set = (name: keyof Address, value: string) => alter((before) => ({ ...before, [name]: stripInvisible(value) }));
  const moveTo = (to: string) => {
    const next = moved(address, to);
    for (const name of ['state', 'postalCode'] as const) {
      // Shows the error of a cleared field at once.
      if (next[name] !== address[name]) state.leave(`${kind}-${name}`);
    }
    alter((before) => moved(before, to));
  };
  const acts: Acts = {
    choices: () => choices(state.shippingCountries, address.country),
    moveTo,
    typeStreet: (street) => set('street', street),
    choose: (chosen) => alter((before) => ({ ...before, ...chosen })),
    typePostalCode(code) {
      set('postalCode', code);
      void lookUp(address, code);
    },
  };
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-3 sm:grid-cols-3">
      {addressFields(rulesOf(address.country)).map(({ part, ...described }) => {
        const id = `${kind}-${part}`;
        const bound = state.bind(id, address[part], (typed) => set(part, typed));
        const field = { ...described, autoComplete: `${kind} ${described.autoComplete}`, ...bound, name: id };
        return (
          <div key={part} className={columns[part] ?? 'col-span-full'}>
            <PartField part={part} field={field} address={address} acts={acts} />
          </div>
        );
      })}
      {kind === 'shipping' ? <SureOfAddress {...state.sureOfAddress} /> : null}
    </div>
  );
}
