import type { ComponentProps } from 'react';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { id: string; label: string; hint?: string };

/** A box to tick, with its words beside it. */
export function CheckField({ id, label, hint, ...rest }: CheckFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          className="size-5 accent-berry"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
