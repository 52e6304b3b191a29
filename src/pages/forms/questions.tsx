import { useEffect, useId, useRef, useState } from 'react';

import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialog.tsx';
import { sureField, type FormResponse } from '#ui/form-response.ts';

type SureBoxProps = { name?: string; value?: string; label?: string; hiddenLabel?: string; className?: string };

/** Box that answers an inline question about a doubt. `value` names what it agrees to. */
export function SureBox({ name = sureField, value = 'on', label, hiddenLabel, className }: SureBoxProps) {
  return (
    <label className={classes('inline-flex min-h-11 items-center gap-3', className)}>
      <input key={value} type="checkbox" name={name} value={value} className="size-5 shrink-0 accent-berry" />
      <span>{label ?? 'Yes, continue anyway'}</span>
      {hiddenLabel === undefined ? null : <span className="sr-only">{hiddenLabel}</span>}
    </label>
  );
}

/** Words of the question before what cannot be undone. */
export type FinalWords = {
  /** Question, unless the reply has one. */
  text?: string;
  /** Button that goes ahead, and the one that changes nothing. */
  yes: string;
  keep?: string;
};

type FinalQuestionProps = {
  answer: FormResponse;
  words: FinalWords;
  /** Id of the form that is sent again. */
  form: string;
  isBusy: boolean;
};

/** Text of an open final question. */
const finalText = (answer: FormResponse, words: FinalWords) => answer.message || (words.text ?? '');

/** Button that sends the form again with what it agrees to. */
function Yes({ answer, words, form, isBusy }: FinalQuestionProps) {
  return (
    <Button
      type="submit"
      form={form}
      name={sureField}
      value={answer.agrees ?? 'on'}
      look="second"
      busy={isBusy}
      aria-disabled={isBusy}
    >
      {words.yes}
    </Button>
  );
}

/** Question before what cannot be undone, in the form. Used until the page is hydrated. */
export function FinalQuestionInForm(props: FinalQuestionProps) {
  return (
    <div className="space-y-3 rounded-xl border border-amber-500 bg-amber-50 p-4 wrap-anywhere">
      <p>{finalText(props.answer, props.words)}</p>
      <Yes {...props} />
    </div>
  );
}

/**
 * Question before what cannot be undone, in a dialog. The focus is on the button that changes
 * nothing, and returns to the pressed one.
 */
export function FinalQuestion(props: FinalQuestionProps) {
  const { answer, words, isBusy } = props;
  const id = useId();
  const [ended, setEnded] = useState<FormResponse>();
  const wasOpen = useRef(false);
  const end = () => setEnded(answer);
  // It closes while the form is sent, so that the page announces the outcome.
  const isOpen = answer !== ended && !isBusy;
  // The pressed button may go with the answer, which then takes the focus.
  useEffect(() => {
    if (isBusy && wasOpen.current && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    wasOpen.current = !isBusy;
  }, [isBusy]);
  return (
    <Dialog
      open={isOpen}
      onClose={end}
      labelledBy={id}
      className="arrive m-auto w-[min(28rem,calc(100vw-2rem))] max-w-none rounded-card bg-cream p-6 text-ink shadow-lift"
    >
      {isOpen ? (
        <div className="space-y-5 wrap-anywhere whitespace-normal">
          <p id={id}>{finalText(answer, words)}</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={end}>{words.keep ?? 'Cancel'}</Button>
            <Yes {...props} />
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}
