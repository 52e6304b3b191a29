import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { ConfirmPassword } from '#modules/accounts/ui/confirm-password.tsx';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

import { Notice } from '../parts/notice.tsx';
import type { ActionOutcome } from './actions.server.ts';

/** What every form of an order's page knows of it. */
export type FormContext = { version: number; outcome: ActionOutcome | null };

type ActionFormProps = FormContext & {
  intent: string;
  /** Of several forms of one intent: the name and value of the field that tells them apart. */
  about?: readonly [name: string, value: string];
  submit: string;
  look?: ButtonLook;
  className?: string;
  children?: ReactNode;
};

/** The outcome that belongs to one form, if it is the one that was sent last. */
export function outcomeOf({ outcome }: FormContext, intent: string, about?: readonly [string, string]) {
  if (outcome === null || outcome.intent !== intent) return null;
  const isAbout = about === undefined || outcome.ok || outcome.typed[about[0]] === about[1];
  return isAbout ? outcome : null;
}

/** A form that does one thing to the order: what failed is said in it, and the password is asked for in it. */
export function ActionForm({
  intent,
  about,
  submit,
  look = 'second',
  className,
  children,
  ...context
}: ActionFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get('intent') === intent;
  const outcome = outcomeOf(context, intent, about);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setAsking(outcome?.needsPassword === true), [outcome]);
  const confirmed = (isConfirmed: boolean) => {
    setAsking(false);
    if (isConfirmed) ref.current?.requestSubmit();
  };
  return (
    <>
      <Form ref={ref} method="post" preventScrollReset className={classes('space-y-4', className)}>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="version" value={context.version} />
        {about === undefined ? null : <input type="hidden" name={about[0]} value={about[1]} />}
        <Notice outcome={outcome?.ok === true ? null : outcome} />
        {children}
        <Button type="submit" look={look} busy={busy} disabled={busy}>
          {busy ? 'One moment...' : submit}
        </Button>
      </Form>
      <ConfirmPassword open={isAsking} onEnd={confirmed} />
    </>
  );
}

type FoldProps = { title: string; isOpen: boolean; id: string; children: ReactNode };

/** Something that is not done every day: folded until it is needed. */
export function Fold({ title, isOpen, id, children }: FoldProps) {
  return (
    <details id={id} open={isOpen} className="border-t border-line first:border-t-0">
      <summary className="flex min-h-12 items-center font-medium text-berry">{title}</summary>
      <div className="pb-5 pt-2">{children}</div>
    </details>
  );
}
