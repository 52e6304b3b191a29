import { useRef, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

import { Notice, type Outcome } from '../../forms/notice.tsx';
import { PasswordQuestion } from '../parts/password-question.tsx';

/** What came of a form; `needsPassword` asks for the password to be proven first. */
export type IntentOutcome = Outcome & { needsPassword: boolean };

type IntentFormProps = {
  intent: string;
  /** Fields that are sent along unseen; with the intent they tell this form apart from the page's others. */
  values: Record<string, string>;
  /** What came of this form, when it was the one that was sent last. */
  outcome: IntentOutcome | null;
  submit: string;
  look?: ButtonLook | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** A form that does one thing: what failed is said in it, and the password is asked for in it. */
export function IntentForm(props: IntentFormProps) {
  const { intent, values, outcome, submit, look = 'second', className, children } = props;
  const ref = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData;
  const hidden = Object.entries({ intent, ...values });
  const busy = hidden.every(([name, value]) => sent?.get(name) === value);
  return (
    <>
      <Form ref={ref} method="post" preventScrollReset className={classes('space-y-4', className)}>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Notice outcome={outcome?.ok === true ? null : outcome} />
        {children}
        <Button type="submit" look={look} busy={busy} disabled={busy}>
          {busy ? 'One moment...' : submit}
        </Button>
      </Form>
      <PasswordQuestion
        asked={outcome?.needsPassword === true ? outcome : null}
        onConfirmed={() => ref.current?.requestSubmit()}
      />
    </>
  );
}
