import { useCallback, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import { ConfirmPassword } from '#modules/accounts/ui/confirm-password.tsx';
import type { FormValues } from '#shared/typed.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { Elements } from '#ui/elements.ts';
import { Field } from '#ui/field.tsx';
import { takeLostFocus } from '#ui/focus.ts';
import { fieldsOf, formId, formKey, isForForm, type Fields, type FormAnswer } from '#ui/form-answer.ts';

import { FormFields, storedTexts, type FormLayout, type Stored } from './form-fields.tsx';
import { FormNotice } from './notice.tsx';
import { useAnswer } from './use-answer.ts';

const nothing: FormValues = {};

export type ActionFormProps = {
  /** What the page's `formAction` calls this form. */
  name: string;
  /** The row that it is about, where several rows have this form. */
  id?: string;
  submit: string;
  /** The button's name where `submit` alone does not say what it is about. */
  submitLabel?: string;
  /** What stands on the button while the form is on its way. */
  busyText?: string;
  look?: ButtonLook;
  isDisabled?: boolean;
  /** What stands beside the button: another way out, or another button of the same form. */
  beside?: Elements;
  className?: string;
  hasFile?: boolean;
  /** What the fields hold now. */
  stored?: Stored;
  /** Fields that are sent along unseen. */
  hidden?: FormValues;
  /** Its fields as data; what no data can say stands below them as children. */
  fields?: FormLayout;
  children?: Elements | ((fields: Fields) => Elements);
};

/**
 * Whether this form, or the one that a second button names, is on its way. Its unseen fields tell it from another form of its name:
 * a question is asked while what raised it is still loading the page anew.
 */
export function useIsBusy(name: string, id = '', hidden = nothing): boolean {
  const { formData } = useNavigation();
  if (formData?.getAll('form').at(-1) !== name || (formData.get('id') ?? '') !== id) return false;
  return Object.entries(hidden).every(([field, value]) => formData.get(field) === value);
}

/** Without scripts the password is typed into the form; else it is asked for in a dialog, which sends the form once more. */
function PasswordQuestion({ answer, onConfirmed }: { answer: FormAnswer | undefined; onConfirmed: () => void }) {
  const [ended, setEnded] = useState<FormAnswer>();
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

/** A form of a page's `formAction`: its fields, what is wrong with them, and what must be answered first. Works before the page runs. */
export function ActionForm(props: ActionFormProps) {
  const { name, id = '', submit, submitLabel, busyText, look = 'primary', className, hasFile = false } = props;
  const { isDisabled = false, beside } = props;
  const { stored = nothing, hidden = nothing, fields = [], children } = props;
  const isBusy = useIsBusy(name, id, hidden);
  const key = formKey(name, id);
  const answer = useAnswer(name, id);
  const bound = fieldsOf(key, answer, storedTexts(stored, fields));
  const sent = { form: name, ...(id === '' ? {} : { id }), ...hidden };
  const said = answer !== undefined && isForForm(answer) ? answer.message : '';
  const isSaid = said !== '' && !Object.values(answer?.issues ?? {}).includes(said);
  const form = useRef<HTMLFormElement>(null);
  // Called once for each answer, and when the form begins anew after it: the first mistake gets the focus, and after a success the
  // button that was pressed, or what it is folded under.
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (answer?.ok === false) element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      if (answer?.ok !== true || element === null) return;
      const fold = element.closest('details:not([open])');
      takeLostFocus((fold ?? element).querySelector<HTMLElement>(fold === null ? '[type="submit"]' : 'summary'));
    },
    [answer],
  );
  return (
    <>
      <Form
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
        {isSaid ? <FormNotice outcome={answer} isQuestion={answer?.question === 'sure'} /> : null}
        <FormFields fields={bound} layout={fields} />
        {typeof children === 'function' ? children(bound) : children}
        {answer?.question === 'password' ? <PasswordInForm id={`${key}-password`} /> : null}
        <div className="flex flex-wrap gap-3">
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
      <PasswordQuestion answer={answer} onConfirmed={() => form.current?.requestSubmit()} />
    </>
  );
}
