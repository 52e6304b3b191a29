import type { ReactNode } from 'react';

type ChoicesProps = {
  id: string;
  name: string;
  legend: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error: string | undefined;
};

/** Things of which several can be chosen. */
export function Choices({ id, name, legend, choices, chosen, error }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} htmlFor={`${id}-${value}`} className="flex min-h-11 items-center gap-3">
          <input
            id={`${id}-${value}`}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className="size-5 accent-berry"
          />
          {label}
        </label>
      ))}
      <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

/** Something secret that is shown this once, to be copied. */
export function ShownOnce({ title, secret, children }: { title: string; secret: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6 rounded-card border border-leaf bg-white p-5">
      <p className="font-medium">{title}</p>
      <p className="mb-3 text-soft">{children}</p>
      <code className="block break-all rounded-xl bg-cream p-4">{secret}</code>
    </section>
  );
}
