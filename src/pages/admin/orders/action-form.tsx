import type { ReactNode } from 'react';

import type { ButtonLook } from '#ui/button.tsx';

import { IntentForm } from '../forms/intent-form.tsx';
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

/** A form that does one thing to the order as the page shows it: `version` tells whether it is still so. */
export function ActionForm({ intent, about, version, outcome, ...rest }: ActionFormProps) {
  const values = { version: String(version), ...(about === undefined ? {} : { [about[0]]: about[1] }) };
  const own = outcomeOf({ version, outcome }, intent, about);
  return <IntentForm intent={intent} values={values} outcome={own} {...rest} />;
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
