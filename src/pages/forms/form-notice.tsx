import { useCallback, useSyncExternalStore } from 'react';

import { classes } from '#ui/classes.ts';
import { focusIfLost } from '#ui/focus.ts';
import { formId, isForForm, type FormResponse } from '#ui/form-response.ts';
import { toast } from '#ui/toast.tsx';

import { usePageResponse } from './use-form-response.ts';

export type FormOutcome = { ok: boolean; message: string };

/** Outcomes already shown as a toast. A form that remounts would show the last one again. */
const shown = new WeakSet<FormOutcome>();

function show(outcome: FormOutcome): void {
  if (shown.has(outcome)) return;
  shown.add(outcome);
  // One group, so that a refusal does not stay beside a success.
  toast({ title: outcome.message, destructive: !outcome.ok, group: 'form' });
}

type NoticeProps = {
  outcome: FormOutcome | null | undefined;
  /** True for a question. It is shown only beside its answer, not as a toast. */
  isQuestion?: boolean;
};

const question = 'border-amber-500 bg-amber-50 text-ink';

/**
 * Shows the outcome of the last action beside its form.
 * A failure stays, is announced at once and gets the focus.
 * A success gets it only if the focused button was removed.
 */
export function FormNotice({ outcome, isQuestion = false }: NoticeProps) {
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || outcome === null || outcome === undefined) return;
      if (!isQuestion) show(outcome);
      if (outcome.ok) focusIfLost(element);
      else element.focus();
    },
    [outcome, isQuestion],
  );
  if (outcome === null || outcome === undefined) return null;
  return (
    <p
      ref={attach}
      tabIndex={-1}
      className={classes(
        'mb-5 rounded-xl border px-4 py-3 outline-none',
        outcome.ok ? 'border-leaf bg-white text-leaf' : isQuestion ? question : 'border-berry bg-blush text-wine',
      )}
    >
      {outcome.message}
    </p>
  );
}

function onElements(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * True when the answered form is on the page.
 * It is gone if someone else has done the same thing meanwhile.
 */
function useHasForm(answer: FormResponse | undefined): boolean {
  const id = answer === undefined ? null : formId(answer.form);
  const isThere = () => id === null || document.getElementById(id) !== null;
  return useSyncExternalStore(onElements, isThere, () => true);
}

/**
 * Shows the outcome of the page's last form, unless that form shows it itself.
 * Until a form is sent, shows `arrival`, the outcome of the previous page.
 */
export function PageNotice({ arrival = null }: { arrival?: FormOutcome | null }) {
  const answer = usePageResponse();
  const hasForm = useHasForm(answer);
  const isSaid = answer !== undefined && answer.message !== '' && !(hasForm && isForForm(answer));
  // Remounts when the form is removed, because the focus is lost with its button.
  return <FormNotice key={String(hasForm)} outcome={answer === undefined ? arrival : isSaid ? answer : null} />;
}
