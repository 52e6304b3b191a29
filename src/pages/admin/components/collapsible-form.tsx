import { use, type ReactNode } from 'react';

import { ActionForm, type ActionFormProps } from '../../forms/action-form.tsx';
import { CanSubmitContext } from '../../forms/can-submit.ts';
import { useFormResponse } from '../../forms/use-form-response.ts';

const summary =
  'inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden';

/** Folded form for rare use. It opens if its answer needs attention. Works before hydration. */
export function CollapsibleForm({ title, ...form }: ActionFormProps & { title: ReactNode }) {
  const isOpen = useFormResponse(form.name, form.id)?.ok === false;
  if (!use(CanSubmitContext)(form.name)) return null;
  return (
    <details open={isOpen} className="group">
      <summary className={summary}>{title}</summary>
      <ActionForm look="second" {...form} />
    </details>
  );
}

/** Button for what is hard to undo. Its action asks in a dialog, in these words. */
export function ConfirmedForm({
  label,
  question,
  submit,
  ...form
}: ActionFormProps & { label: string; question: string }) {
  return <ActionForm look="quiet" {...form} submit={label} final={{ text: question, yes: submit }} />;
}
