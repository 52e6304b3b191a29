import { addressMax } from '#shared/address.ts';
import { addressRules, countries, regionCode, regionsOf } from '#shared/countries.ts';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { useAnswer } from './use-answer.ts';

/** Name of the checkbox that confirms a doubtful address. */
export const confirmField = 'isSure';

/** Checkbox that confirms a doubtful address. Shown only after the question. */
export function ConfirmAddress({ form, box }: { form: string; box: Fields['box'] }) {
  if (useAnswer(form)?.question !== 'sure') return null;
  return (
    <label className="col-span-full flex min-h-11 items-center gap-3">
      <input {...box(confirmField)} type="checkbox" className="size-5 accent-berry" />
      <span>The address is right</span>
    </label>
  );
}

export const countryOptions = countries.map((value) => ({ value, label: addressRules(value).name }));

type RegionFieldProps = { country: string; field: ReturnType<Fields['field']>; autoComplete?: string };

/**
 * Field for the state.
 * A select if the country has a list and the page is hydrated, otherwise a text field.
 */
export function RegionField({ country, field, ...rest }: RegionFieldProps) {
  const { stateLabel, stateRequired } = addressRules(country);
  const isHydrated = useIsHydrated();
  const regions = regionsOf(country);
  const common = { ...field, ...rest, label: stateRequired ? stateLabel : `${stateLabel} (optional)` };
  if (!isHydrated || regions.length === 0) return <Field key="written" {...common} maxLength={addressMax.state} />;
  return (
    <SelectField key={country} {...common} defaultValue={regionCode(country, field.defaultValue) ?? ''}>
      <option value="">Choose…</option>
      <Options options={regions.map(({ code, name }) => ({ value: code, label: name }))} />
    </SelectField>
  );
}
