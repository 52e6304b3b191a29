import type { ComponentProps, ReactNode } from 'react';

import { classes } from './classes.ts';

/** Inside of an element with `data-dense` a field holds its label and its hint within its box, and a required one has a star. */
const box =
  'w-full min-h-12 rounded-xl border bg-white px-4 py-2.5 text-base text-ink placeholder:text-soft/70 focus-visible:outline-offset-1 in-data-dense:min-h-13.5 in-data-dense:px-3.5 in-data-dense:pt-5.5 in-data-dense:pb-1';
const denseLabel =
  'in-data-dense:pointer-events-none in-data-dense:absolute in-data-dense:left-[15px] in-data-dense:top-1.5 in-data-dense:mb-0 in-data-dense:text-xs in-data-dense:font-normal in-data-dense:text-soft';
const denseStar = "in-data-dense:after:ml-0.5 in-data-dense:after:text-berry in-data-dense:after:content-['*'/'']";
const denseHint =
  'in-data-dense:pointer-events-none in-data-dense:absolute in-data-dense:right-4 in-data-dense:top-1.5 in-data-dense:mt-0 in-data-dense:text-xs';

type Common = { id: string; label: string; error?: string | undefined; hint?: string; required?: boolean | undefined };

function Frame({ id, label, error, hint, required = false, children }: Common & { children: ReactNode }) {
  return (
    <div className="relative">
      <label htmlFor={id} className={classes('mb-1 block text-sm font-medium', denseLabel, required && denseStar)}>
        {label}
      </label>
      {children}
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
}

function described(id: string, error: string | undefined, hint: string | undefined) {
  const ids = [error === undefined ? null : `${id}-error`, hint === undefined ? null : `${id}-hint`].filter(Boolean);
  return { 'aria-invalid': error !== undefined, 'aria-describedby': ids.length === 0 ? undefined : ids.join(' ') };
}

type FieldProps = Common & Omit<ComponentProps<'input'>, 'id'>;

/** A labelled input whose error stands below it and is read with it. */
export function Field({ id, label, error, hint, className, ...rest }: FieldProps) {
  return (
    <Frame id={id} label={label} error={error} required={rest.required} {...(hint === undefined ? {} : { hint })}>
      <input
        {...rest}
        {...described(id, error, hint)}
        id={id}
        className={classes(box, error === undefined ? 'border-soft/50' : 'border-berry', className)}
      />
    </Frame>
  );
}

type SelectProps = Common & Omit<ComponentProps<'select'>, 'id'>;

export function SelectField({ id, label, error, hint, className, ...rest }: SelectProps) {
  return (
    <Frame id={id} label={label} error={error} required={rest.required} {...(hint === undefined ? {} : { hint })}>
      <select
        {...rest}
        {...described(id, error, hint)}
        id={id}
        className={classes(
          box,
          'in-data-dense:pl-2.5',
          error === undefined ? 'border-soft/50' : 'border-berry',
          className,
        )}
      />
    </Frame>
  );
}

type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextAreaField({ id, label, error, hint, className, ...rest }: TextAreaProps) {
  return (
    <Frame id={id} label={label} error={error} required={rest.required} {...(hint === undefined ? {} : { hint })}>
      <textarea
        {...rest}
        {...described(id, error, hint)}
        id={id}
        className={classes(box, error === undefined ? 'border-soft/50' : 'border-berry', className)}
      />
    </Frame>
  );
}
