import { useState } from 'react';

import { addressFields, type AddressPart, type FormPart } from '#shared/address.ts';
import { addressRules, regionCode, regionsOf } from '#shared/countries.ts';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-response.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { useFormResponse } from './use-form-response.ts';

/** Name of the checkbox that confirms a doubtful address. */
export const confirmField = 'isSure';

/** Checkbox that confirms a doubtful address. Shown only after the question. */
function ConfirmAddress({ form, box }: { form: string; box: Fields['box'] }) {
  if (useFormResponse(form)?.question !== 'sure') return null;
  return (
    <label className="col-span-full flex min-h-11 items-center gap-3">
      <input {...box(confirmField)} type="checkbox" className="size-5 accent-berry" />
      <span>The address is correct</span>
    </label>
  );
}

/** Attributes of the field of a part, with its label. */
type PartField = ReturnType<Fields['field']> & Omit<FormPart, 'part'>;

/**
 * Field for the state.
 * A select if the country has a list and the page is hydrated, otherwise a text field.
 */
function RegionField({ country, maxLength, ...field }: PartField & { country: string }) {
  const isHydrated = useIsHydrated();
  const regions = regionsOf(country);
  if (!isHydrated || regions.length === 0) return <Field key="written" {...field} maxLength={maxLength} />;
  return (
    <SelectField key={country} {...field} defaultValue={regionCode(country, field.defaultValue) ?? ''}>
      <option value="">Choose…</option>
      <Options options={regions.map(({ code, name }) => ({ value: code, label: name }))} />
    </SelectField>
  );
}

/** Parts that share a line. */
const halves: ReadonlySet<AddressPart> = new Set(['postalCode', 'city']);

type AddressFieldsetProps = {
  fields: Fields;
  /** Name of the form, which may ask about a doubtful address. */
  form: string;
  /** Countries to choose from. That of the stored address is added. */
  countries: readonly string[];
  /** True for a form about the visitor's own address, which browsers may fill in. */
  isOwn?: boolean;
};

type PartProps = {
  part: AddressPart;
  field: PartField;
  country: string;
  countries: readonly string[];
  onMove: (country: string) => void;
};

function AddressPartField({ part, field, country, countries, onMove }: PartProps) {
  if (part === 'state') return <RegionField {...field} country={country} />;
  if (part !== 'country') return <Field {...field} />;
  const { maxLength: _max, inputMode: _mode, ...select } = field;
  return (
    <SelectField {...select} defaultValue={country} onChange={({ target }) => onMove(target.value)}>
      <Options options={countries.map((value) => ({ value, label: addressRules(value).name }))} />
    </SelectField>
  );
}

/** Fields of a postal address with the labels of its country: one for each part of the record. */
export function AddressFieldset({ fields, form, countries, isOwn = false }: AddressFieldsetProps) {
  const [stored] = useState(fields.field('country').defaultValue);
  const [country, setCountry] = useState(stored);
  const choices = [...new Set([...countries, stored])];
  return (
    <div className="grid grid-cols-2 gap-4">
      {addressFields(addressRules(country)).map(({ part, ...described }) => {
        const autoComplete = isOwn ? described.autoComplete : 'off';
        const field = { ...fields.field(part), ...described, autoComplete };
        return (
          <div key={part} className={halves.has(part) ? '' : 'col-span-full'}>
            <AddressPartField part={part} field={field} country={country} countries={choices} onMove={setCountry} />
          </div>
        );
      })}
      <ConfirmAddress form={form} box={fields.box} />
    </div>
  );
}
