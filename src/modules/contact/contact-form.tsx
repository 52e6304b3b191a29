import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';

import { useSite } from '#modules/content/ui/use-site.ts';
import { call } from '#modules/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';
import { focusOnMount, useFocus } from '#ui/focus.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useRestoredForm } from '#ui/restored-form.ts';
import { toast } from '#ui/toast.tsx';
import { workForm } from '#ui/typed-text.ts';

import {
  contactFailed,
  contactFields,
  contactIssue,
  contactIssues,
  contactLengths,
  contactFormValues,
  type ContactIssues,
  type ContactMessage,
} from './contact-message.ts';

/** Result of a submission, or the initial state of the page. */
export type ContactResult = { sent: boolean; issues: ContactIssues; problem: string | null };

export const notSubmitted: ContactResult = { sent: false, issues: {}, problem: null };

const sent = { title: 'Message sent!', description: "We'll get back to you within 24 hours." };
const failed = (supportEmail: string) => ({
  title: contactFailed,
  description: `Please try again or email us directly at ${supportEmail}`,
  destructive: true,
});

async function send(message: ContactMessage, supportEmail: string): Promise<ContactResult> {
  const answer = await call('POST /send-contact-email', message);
  if (answer.ok) {
    toast(sent);
    return { ...notSubmitted, sent: true };
  }
  toast(failed(supportEmail));
  // Every refusal has a sentence in `contactRefusals`. Other failures have a general one.
  const isRefusal = answer.status >= 400 && answer.status < 500;
  return { ...notSubmitted, problem: isRefusal ? answer.message : contactFailed };
}

/** Submits the form by a call. The fields keep their values regardless of the result. */
function useContactForm(start: ContactResult) {
  const form = useRef<HTMLFormElement>(null);
  const { supportEmail } = useSite();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(start);
  const [tries, setTries] = useState(0);
  const [isAnother, setAnother] = useState(false);
  const { keep, forget } = useRestoredForm('contact', form);
  useFocus(tries, () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  return {
    form,
    busy,
    outcome,
    isAnother,
    keep,
    again() {
      setAnother(true);
      setOutcome(notSubmitted);
    },
    /** Removes an error as soon as the field is valid. */
    change(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const field = contactFields.find((one) => one === event.target.name);
      if (field === undefined || outcome.issues[field] === undefined) return;
      if (contactIssue(field, event.target.value) !== null) return;
      setOutcome(({ issues: { [field]: _mended, ...issues }, ...rest }) => ({ ...rest, issues }));
    },
    async submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      if (busy) return;
      const typed = contactFormValues(new FormData(event.currentTarget));
      const issues = contactIssues(typed);
      setTries((before) => before + 1);
      if (Object.keys(issues).length > 0) return setOutcome({ ...notSubmitted, issues });
      setBusy(true);
      const answered = await send(typed, supportEmail);
      if (answered.sent) forget();
      setOutcome(answered);
      setBusy(false);
    },
  };
}

function Sent({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="flex flex-col items-center py-10 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-blush">
        <CheckIcon className="size-8 text-leaf" />
      </span>
      <h2 ref={focusOnMount} tabIndex={-1} className="mt-5 text-4xl outline-none">
        {sent.title}
      </h2>
      <p className="mb-6 mt-3 text-soft">{sent.description}</p>
      {/* A link, so that it also leads back to an empty form before the page runs. */}
      <a
        href="/contact"
        onClick={(event) => {
          event.preventDefault();
          onAgain();
        }}
        className="py-2 text-berry underline underline-offset-4"
      >
        Write another message
      </a>
    </div>
  );
}

function Problem({ text }: { text: string }) {
  const { supportEmail } = useSite();
  return (
    <div role="alert" className="rounded-xl border border-berry/30 bg-blush px-4 py-3">
      <p className="font-medium text-wine">{text}</p>
      <p className="text-sm">
        Please try again or email us directly at{' '}
        <a href={`mailto:${supportEmail}`} className="text-berry underline underline-offset-4">
          {supportEmail}
        </a>
      </p>
    </div>
  );
}

/** Honeypot field that only programs see and fill. */
function Trap() {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="contact-website">Leave this empty</label>
      <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}

/** Contact form that works as a plain HTML form before hydration. */
export function ContactForm({ typed, start }: { typed: ContactMessage; start: ContactResult }) {
  const { form, busy, outcome, isAnother, keep, again, change, submit } = useContactForm(start);
  if (outcome.sent) return <Sent onAgain={again} />;
  const common = (name: keyof ContactMessage, label: string) => ({
    id: `contact-${name}`,
    name,
    label,
    required: true,
    maxLength: contactLengths[name],
    defaultValue: typed[name],
    error: outcome.issues[name],
    onChange: change,
  });
  return (
    <form
      {...workForm}
      ref={form}
      method="post"
      action="/contact"
      onInput={keep}
      onSubmit={(event) => void submit(event)}
      className="space-y-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {/*
         * The pressed link has disappeared, so the focus moves to the first field of the next
         * message.
         */}
        <Field {...common('name', 'Name')} ref={isAnother ? focusOnMount : undefined} autoComplete="name" />
        <Field {...common('email', 'Email')} type="email" autoComplete="email" />
      </div>
      <Field {...common('subject', 'Subject')} />
      <TextAreaField {...common('message', 'Message')} rows={6} />
      <Trap />
      <input type="hidden" name="form" value="contact" />
      {outcome.problem === null ? null : <Problem text={outcome.problem} />}
      {/* Not disabled while busy, because the keyboard focus would be lost. */}
      <Button type="submit" busy={busy} aria-disabled={busy} className="w-full sm:w-auto sm:min-w-52">
        {busy ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  );
}
