import { use, type ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

import { ActionForm, type ActionFormProps } from '../../forms/action-form.tsx';
import { MaySend } from '../../forms/may-send.ts';
import { useAnswer } from '../../forms/use-answer.ts';

const summary =
  'inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden';

/** Folded form for rare use. It opens if its answer needs attention. Works before hydration. */
export function FoldedForm({ title, ...form }: ActionFormProps & { title: ReactNode }) {
  const isOpen = useAnswer(form.name, form.id)?.ok === false;
  if (!use(MaySend)(form.name)) return null;
  return (
    <details open={isOpen} className="group">
      <summary className={summary}>{title}</summary>
      <ActionForm look="second" {...form} />
    </details>
  );
}

/**
 * Form for an action that is hard to undo: the first press asks, the second confirms.
 * Works before hydration.
 */
export function ConfirmedForm({ label, question, ...form }: ActionFormProps & { label: string; question: string }) {
  const isOpen = useAnswer(form.name, form.id)?.ok === false;
  if (!use(MaySend)(form.name)) return null;
  return (
    <details open={isOpen} className="group">
      <summary className={classes(summary, 'rounded-full px-3 whitespace-nowrap')}>{label}</summary>
      <div className="arrive mt-2 space-y-3 rounded-xl border border-line bg-cream p-4 wrap-anywhere">
        <p>{question}</p>
        <ActionForm look="second" {...form} />
      </div>
    </details>
  );
}
