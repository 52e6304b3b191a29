import { useId, type ReactNode } from 'react';

import type { ButtonLook } from '#ui/button.tsx';

import { IntentForm, type IntentOutcome } from './forms/intent-form.tsx';

/** What came of a form; `about` names the row that it was about. */
export type FormOutcome = IntentOutcome & { intent: string; about: string };

type RowFormProps = {
  intent: string;
  about?: string;
  outcome: FormOutcome | null;
  submit: string;
  look?: ButtonLook;
  children?: ReactNode;
};

/** A form that does one thing to one row, or makes a new one. */
export function RowForm({ intent, about = '', outcome, ...rest }: RowFormProps) {
  const own = outcome !== null && outcome.intent === intent && outcome.about === about ? outcome : null;
  return <IntentForm intent={intent} values={{ about }} outcome={own} {...rest} />;
}

type ChoicesProps = {
  name: string;
  legend: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
};

/** Things of which several can be chosen. */
export function Choices({ name, legend, choices, chosen }: ChoicesProps) {
  const id = useId();
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
            className="size-5 accent-berry"
          />
          {label}
        </label>
      ))}
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
