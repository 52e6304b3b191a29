import { useCallback, useSyncExternalStore } from 'react';

import { classes } from '#ui/classes.ts';
import { takeLostFocus } from '#ui/focus.ts';
import { formId, isForForm, type FormAnswer } from '#ui/form-answer.ts';
import { toast } from '#ui/toast.tsx';

import { usePageAnswer } from './use-answer.ts';

export type FormOutcome = { ok: boolean; message: string };

/** Outcomes that a message in the corner has shown: a form that begins anew shows the last one once more. */
const shown = new WeakSet<FormOutcome>();

function show(outcome: FormOutcome): void {
  if (shown.has(outcome)) return;
  shown.add(outcome);
  toast({ title: outcome.message, destructive: !outcome.ok });
}

type NoticeProps = {
  outcome: FormOutcome | null | undefined;
  /** A question is asked where its answer is given, and nowhere else. */
  isQuestion?: boolean;
};

/** What came of the last action, where it was asked for: a failure stays, is read at once and gets the focus, and so does a success whose button is gone. */
export function FormNotice({ outcome, isQuestion = false }: NoticeProps) {
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || outcome === null || outcome === undefined) return;
      if (!isQuestion) show(outcome);
      if (outcome.ok) takeLostFocus(element);
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
        outcome.ok ? 'border-leaf bg-white text-leaf' : 'border-berry bg-blush text-wine',
      )}
    >
      {outcome.message}
    </p>
  );
}

function onElements(told: () => void): () => void {
  const observer = new MutationObserver(told);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Whether the form of an answer is on the page: it is gone when what it asks for was done by somebody else meanwhile. */
function useHasForm(answer: FormAnswer | undefined): boolean {
  const id = answer === undefined ? null : formId(answer.form);
  const isThere = () => id === null || document.getElementById(id) !== null;
  return useSyncExternalStore(onElements, isThere, () => true);
}

/** What came of the page's form that was sent last, unless that form is there and says it itself; until one is sent, of the page before. */
export function PageNotice({ arrival = null }: { arrival?: FormOutcome | null }) {
  const answer = usePageAnswer();
  const hasForm = useHasForm(answer);
  const isSaid = answer !== undefined && answer.message !== '' && !(hasForm && isForForm(answer));
  // Anew when the form goes away: with its button the focus is lost.
  return <FormNotice key={String(hasForm)} outcome={answer === undefined ? arrival : isSaid ? answer : null} />;
}
