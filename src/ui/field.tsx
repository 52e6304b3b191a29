import type { ComponentProps, ReactNode } from 'react';

import { classes } from './classes.ts';

const box =
  'w-full min-h-12 rounded-xl border bg-white px-4 py-2.5 text-base text-ink placeholder:text-soft/70 focus-visible:outline-offset-1';

type Common = { id: string; label: string; error?: string | undefined; hint?: string };

function Frame({ id, label, error, hint, children }: Common & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
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
    <Frame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
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
    <Frame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      <select
        {...rest}
        {...described(id, error, hint)}
        id={id}
        className={classes(box, error === undefined ? 'border-soft/50' : 'border-berry', className)}
      />
    </Frame>
  );
}

type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextAreaField({ id, label, error, hint, className, ...rest }: TextAreaProps) {
  return (
    <Frame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      <textarea
        {...rest}
        {...described(id, error, hint)}
        id={id}
        className={classes(box, error === undefined ? 'border-soft/50' : 'border-berry', className)}
      />
    </Frame>
  );
}
