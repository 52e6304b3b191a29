import { useId, useRef, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

import { Notice } from './parts/notice.tsx';
import { PasswordQuestion } from './parts/password-question.tsx';

/** What came of a form; `about` names the row that it was about. */
export type FormOutcome = { ok: boolean; message: string; intent: string; about: string; needsPassword: boolean };

type IntentFormProps = {
  intent: string;
  about?: string;
  outcome: FormOutcome | null;
  submit: string;
  look?: ButtonLook;
  children?: ReactNode;
};

/** A form that does one thing: what failed is said in it, and the password is asked for in it. */
export function IntentForm(props: IntentFormProps) {
  const { intent, about = '', outcome, submit, look = 'second', children } = props;
  const ref = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData;
  const busy = sent?.get('intent') === intent && sent.get('about') === about;
  const own = outcome !== null && outcome.intent === intent && outcome.about === about ? outcome : null;
  return (
    <>
      <Form ref={ref} method="post" preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="about" value={about} />
        <Notice outcome={own?.ok === true ? null : own} />
        {children}
        <Button type="submit" look={look} busy={busy} disabled={busy}>
          {busy ? 'One moment...' : submit}
        </Button>
      </Form>
      <PasswordQuestion
        asked={own?.needsPassword === true ? own : null}
        onConfirmed={() => ref.current?.requestSubmit()}
      />
    </>
  );
}

/** Something that cannot be taken back: it is asked once, by having to be opened. */
export function AskOnce({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-berry">{title}</summary>
      <div className="pb-3 pt-1">{children}</div>
    </details>
  );
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
      <code className={classes('block break-all rounded-xl bg-cream p-4')}>{secret}</code>
    </section>
  );
}
