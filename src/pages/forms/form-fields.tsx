import { Fragment, isValidElement, type ComponentProps, type ReactElement } from 'react';

import type { FormValues } from '#shared/form-values.ts';
import { fieldMoment } from '#shared/shop-time.ts';
import { Field, Options, SelectField, TextAreaField, type Option } from '#ui/field.tsx';
import type { Fields } from '#ui/form-response.ts';

const isList = (of: unknown): of is readonly string[] => Array.isArray(of);

/**
 * Options from a record of labels, or from a list whose values are their own labels.
 * `nothing` labels a first option without a value.
 */
export function optionsOf(of: Record<string, string> | readonly string[], nothing?: string): Option[] {
  const named = isList(of) ? of.map((one) => [one, one] as const) : Object.entries(of);
  const all = nothing === undefined ? named : [['', nothing] as const, ...named];
  return all.map(([value, label]) => ({ value, label }));
}

/** Browser attributes of single-line fields, by kind. */
const lineKinds = {
  text: { autoComplete: 'off' },
  money: { inputMode: 'decimal', autoComplete: 'off' },
  count: { inputMode: 'numeric', autoComplete: 'off' },
  url: { type: 'url', autoComplete: 'off' },
  moment: { type: 'datetime-local' },
  day: { type: 'date' },
  file: { type: 'file', defaultValue: undefined },
  /** Key or password of another service. It is never sent back. */
  secret: { type: 'password', autoComplete: 'off' },
  /** Password and code of the person who sends the form. */
  password: { type: 'password', autoComplete: 'current-password' },
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
} as const;

/** One form field as data. The default kind is a single line of text. */
export type FormField = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  kind?: keyof typeof lineKinds | 'lines' | 'choice' | 'choices' | 'box';
  /** Options to choose from. */
  options?: readonly Option[];
  rows?: number;
} & Pick<ComponentProps<'input'>, 'maxLength' | 'list' | 'accept' | 'autoCapitalize' | 'spellCheck' | 'disabled'>;

/**
 * Fields from top to bottom.
 * An inner list puts two fields in a row, and an element is rendered unchanged.
 */
export type FormLayout = readonly (FormField | readonly FormField[] | ReactElement)[];

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { id: string; label: string; hint?: string };

/** Checkbox with its label beside it. */
export function CheckField({ id, label, hint, ...rest }: CheckFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          className="size-5 shrink-0 accent-berry"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <span>{label}</span>
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoicesProps = ReturnType<Fields['list']> & { legend: string; options: readonly Option[] };

/** Multi-select as a list of checkboxes. */
function Choices({ id, name, legend, options, chosen, error }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} htmlFor={`${id}-${value}`} className="flex min-h-11 items-center gap-3">
          <input
            id={`${id}-${value}`}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className="size-5 shrink-0 accent-berry"
          />
          <span>{label}</span>
        </label>
      ))}
      <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

const none: Option[] = [];

function Control({
  fields,
  of: { kind = 'text', options = none, rows, ...attributes },
}: {
  fields: Fields;
  of: FormField;
}) {
  const { name, label, hint, ...rest } = attributes;
  if (kind === 'choices') return <Choices {...fields.list(name)} legend={label} options={options} />;
  if (kind === 'box') return <CheckField {...fields.box(name)} label={label} hint={hint} />;
  const field = { ...attributes, ...fields.field(name) };
  if (kind === 'lines') return <TextAreaField {...field} maxLength={rest.maxLength} rows={rows} />;
  if (kind !== 'choice') return <Field {...field} {...lineKinds[kind]} />;
  return (
    <SelectField {...field}>
      <Options options={options} />
    </SelectField>
  );
}

/** Renders the fields of a form by its layout. */
export function FormFields({ fields, layout }: { fields: Fields; layout: FormLayout }) {
  return layout.map((entry, index) => {
    if (isValidElement(entry)) return <Fragment key={index}>{entry}</Fragment>;
    if ('name' in entry) return <Control key={entry.name} fields={fields} of={entry} />;
    return (
      <div key={index} className="grid gap-5 sm:grid-cols-2">
        {entry.map((field) => (
          <Control key={field.name} fields={fields} of={field} />
        ))}
      </div>
    );
  });
}

/** Stored values by field name. */
export type Stored = Readonly<Record<string, string | number | boolean | Date | readonly string[] | null>>;

/**
 * Converts a stored value to field text.
 * Amounts are in dollars, moments in the shop's time zone, lists line by line, and true is 'on'.
 */
function textOf(value: Stored[string], kind: FormField['kind']): string {
  if (value === null || typeof value === 'boolean') return value === true ? 'on' : '';
  if (value instanceof Date) return fieldMoment(value);
  if (typeof value === 'number') return kind === 'money' ? (value / 100).toFixed(2) : String(value);
  return typeof value === 'string' ? value : value.join('\n');
}

/** Initial texts of all fields. */
export function storedTexts(stored: Stored, layout: FormLayout): FormValues {
  const fields = layout.flat().filter((entry) => 'name' in entry);
  const kindOf = (name: string) => fields.find((field) => field.name === name)?.kind;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, textOf(value, kindOf(name))]));
}
