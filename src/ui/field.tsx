import { createElement, type ComponentProps } from 'react';

import { classes } from './classes.ts';

/**
 * Inside an element with `data-dense`, a field shows its label and hint within its box.
 * A required field then has a star.
 */
const box =
  'w-full min-h-12 rounded-xl border bg-white px-4 py-2.5 text-base text-ink placeholder:text-soft focus-visible:outline-offset-1 in-data-dense:min-h-13.5 in-data-dense:px-3.5 in-data-dense:pt-5.5 in-data-dense:pb-1';
const denseLabel =
  'in-data-dense:pointer-events-none in-data-dense:absolute in-data-dense:left-[calc(var(--spacing)*3.5+1px)] in-data-dense:top-1.5 in-data-dense:mb-0 in-data-dense:text-xs in-data-dense:font-normal in-data-dense:text-soft';
const denseStar = "in-data-dense:after:ml-0.5 in-data-dense:after:text-berry in-data-dense:after:content-['*'/'']";
const denseHint =
  'in-data-dense:pointer-events-none in-data-dense:absolute in-data-dense:right-4 in-data-dense:top-1.5 in-data-dense:mt-0 in-data-dense:text-xs';

type Own = { id: string; label: string; error?: string | undefined; hint?: string; required?: boolean | undefined };
type FieldProps<Tag extends 'input' | 'select' | 'textarea'> = Own & Omit<ComponentProps<Tag>, 'id' | 'className'>;

/** Control with its label above. Its hint and error are shown below and announced with it. */
function labelled<Tag extends 'input' | 'select' | 'textarea'>(tag: Tag, look?: string) {
  return function Labelled(props: FieldProps<Tag>) {
    const { id, label, error, hint, ...rest }: Own = props;
    const ids = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].filter(Boolean);
    const control = createElement(tag, {
      dir: tag === 'select' ? undefined : 'auto',
      ...rest,
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
      className: classes(box, look, error === undefined ? 'border-soft/70' : 'border-berry'),
    });
    return (
      <div className="relative">
        <label
          htmlFor={id}
          className={classes('mb-1 block text-sm font-medium', denseLabel, props.required === true && denseStar)}
        >
          {label}
        </label>
        {control}
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className={classes('mt-1 text-sm text-soft', denseHint)}>
            {hint}
          </p>
        )}
        <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
          {error}
        </p>
      </div>
    );
  };
}

export type Option = { value: string; label: string };

/** Options of a select. */
export const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export const Field = labelled('input');
export const SelectField = labelled('select', 'pr-10 in-data-dense:pr-10');
export const TextAreaField = labelled('textarea');
