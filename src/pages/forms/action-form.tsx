import { use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import { ConfirmPassword } from '#modules/accounts/ui/confirm-password.tsx';
import type { FormValues } from '#shared/form-values.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { Field } from '#ui/field.tsx';
import { focusIfLost } from '#ui/focus.ts';
import { fieldsOf, formId, formKey, isForForm, sureField, type Fields, type FormResponse } from '#ui/form-response.ts';
import { acceptTypedText, workForm } from '#ui/typed-text.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { FormFields, storedTexts, type FormLayout, type Stored } from './form-fields.tsx';
import { FormNotice } from './form-notice.tsx';
import { FinalQuestion, FinalQuestionInForm, SureBox, type FinalWords } from './questions.tsx';
import { CanSubmitContext } from './can-submit.ts';
import { useFormResponse } from './use-form-response.ts';

const nothing: FormValues = {};

export type ActionFormProps = {
  /** Name of this form in the page's `formAction`. */
  name: string;
  /** Id of the row, if several rows have this form. */
  id?: string;
  submit: string;
  /** Accessible name of the button, if `submit` alone is ambiguous. */
  submitLabel?: string;
  /** Message while the shop is unreachable, instead of the general one. */
  unreachable?: string;
  /** Button text while the form is being sent. */
  busyText?: string;
  look?: ButtonLook;
  isDisabled?: boolean;
  /** Content beside the button: a link, or a second button of the same form. */
  beside?: ElementChildren;
  /** Look of the line with the button. */
  buttonLine?: string;
  className?: string;
  hasFile?: boolean;
  /** Stored values of the fields. */
  stored?: Stored;
  /** Hidden fields sent with the form. */
  hidden?: FormValues;
  /** Fields as data. Anything else goes below them as children. */
  fields?: FormLayout;
  children?: ElementChildren | ((fields: Fields) => ElementChildren);
  /** Words of the question that the action asks before what cannot be undone. */
  final?: FinalWords;
};

/**
 * True while this form, or the one that a second button names, is being sent.
 * Hidden fields distinguish it from another form of the same name:
 * a question may appear while the first form is still revalidating.
 */
export function useIsBusy(name: string, id = '', hidden = nothing): boolean {
  const { formData } = useNavigation();
  if (formData?.getAll('form').at(-1) !== name || (formData.get('id') ?? '') !== id) return false;
  return Object.entries(hidden).every(([field, value]) => formData.get(field) === value);
}

/**
 * Asks for the password in a dialog, then sends the form again.
 * Without scripts the form has a password field.
 */
function PasswordQuestion({ answer, onConfirmed }: { answer: FormResponse | undefined; onConfirmed: () => void }) {
  const [ended, setEnded] = useState<FormResponse>();
  const end = (isConfirmed: boolean) => {
    setEnded(answer);
    if (isConfirmed) onConfirmed();
  };
  return <ConfirmPassword open={answer?.question === 'password' && answer !== ended} onEnd={end} />;
}

function PasswordInForm({ id }: { id: string }) {
  return (
    <noscript>
      <Field id={id} name="confirm-password" type="password" label="Your password" autoComplete="current-password" />
    </noscript>
  );
}

/**
 * Form of a page's `formAction`, with its fields, their errors and the pending question.
 * Works before hydration. Not shown to a person who may not send it.
 */
export function ActionForm(props: ActionFormProps) {
  return use(CanSubmitContext)(props.name) ? <ShownForm {...props} /> : null;
}

function ShownForm(props: ActionFormProps) {
  const {
    name,
    id = '',
    submit,
    submitLabel,
    unreachable,
    busyText,
    look = 'primary',
    className,
    hasFile = false,
  } = props;
  const { isDisabled = false, beside, buttonLine = 'flex flex-wrap gap-3' } = props;
  const { stored = nothing, hidden = nothing, fields = [], children, final = { yes: submit } } = props;
  const isBusy = useIsBusy(name, id, hidden);
  const key = formKey(name, id);
  const received = useFormResponse(name, id);
  const answer = useMemo(() => {
    const isUnreachable = received?.isUnsent === true && received.reason === 'unreachable' && unreachable !== undefined;
    return isUnreachable ? { ...received, message: unreachable } : received;
  }, [received, unreachable]);
  const bound = fieldsOf(key, answer, storedTexts(stored, fields));
  const isHydrated = useIsHydrated();
  const asks = answer?.question === 'final' ? { answer, words: final, form: formId(key), isBusy } : null;
  // The password is asked for after the other question, whose answer is sent again.
  const { [sureField]: agreed } = answer?.question === 'password' ? answer.values : nothing;
  const sent = {
    form: name,
    ...(id === '' ? {} : { id }),
    ...hidden,
    ...(agreed === undefined ? {} : { [sureField]: agreed }),
  };
  const text = answer !== undefined && asks === null && isForForm(answer) ? answer.message : '';
  const isShown = text !== '' && !Object.values(answer?.issues ?? {}).includes(text);
  const isDoubt = answer?.question === 'sure' && answer.yes !== undefined;
  const box = isDoubt ? <SureBox value={answer.agrees} label={answer.yes} /> : null;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (answer?.ok === true) acceptTypedText(formId(key));
  }, [answer, key]);
  // Runs once per answer, and again when the form remounts after it.
  // Focuses the first invalid field.
  // After a success, focuses the submit button, or the summary of a folded form.
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (answer?.ok === false) element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      if (answer?.ok !== true || element === null) return;
      const fold = element.closest('details:not([open])');
      focusIfLost((fold ?? element).querySelector<HTMLElement>(fold === null ? '[type="submit"]' : 'summary'));
    },
    [answer],
  );
  return (
    <>
      <Form
        {...workForm}
        ref={attach}
        id={formId(key)}
        method="post"
        preventScrollReset
        noValidate
        encType={hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
        className={classes('space-y-5', className)}
        onSubmit={(event) => {
          if (isBusy) event.preventDefault();
        }}
      >
        {Object.entries(sent).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        {isShown && box === null ? <FormNotice outcome={answer} isQuestion={answer?.question === 'sure'} /> : null}
        <FormFields fields={bound} layout={fields} />
        {typeof children === 'function' ? children(bound) : children}
        {box === null ? null : (
          <div className="w-full">
            <FormNotice outcome={answer} isQuestion />
            {box}
          </div>
        )}
        {asks === null || isHydrated ? null : <FinalQuestionInForm {...asks} />}
        {answer?.question === 'password' ? <PasswordInForm id={`${key}-password`} /> : null}
        <div className={buttonLine}>
          <Button
            type="submit"
            aria-label={submitLabel}
            look={look}
            busy={isBusy}
            aria-disabled={isBusy}
            disabled={isDisabled}
            className={look === 'quiet' ? 'px-0!' : ''}
          >
            {isBusy && busyText !== undefined ? busyText : submit}
          </Button>
          {beside}
        </div>
      </Form>
      {asks !== null && isHydrated ? <FinalQuestion {...asks} /> : null}
      <PasswordQuestion answer={answer} onConfirmed={() => form.current?.requestSubmit()} />
    </>
  );
}
