import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';

import { contactTexts } from '#content/contact.ts';
import { site } from '#content/site.ts';
import { call } from '#modules/calls.ts';
import { useFocus } from '#ui/focus.ts';
import { toast } from '#ui/toast.tsx';

import {
  contactFailed,
  contactFields,
  contactIssue,
  contactIssues,
  contactTyped,
  type ContactIssues,
  type ContactMessage,
} from '../rules.ts';

/** What became of a message: where the page starts before it runs, and what it shows afterwards. */
export type ContactOutcome = { sent: boolean; issues: ContactIssues; problem: string | null };

const untried: ContactOutcome = { sent: false, issues: {}, problem: null };

export const sent = { title: 'Message sent!', description: contactTexts.reply };
const failed = {
  title: contactFailed,
  description: `Please try again or email us directly at ${site.supportEmail}`,
  destructive: true,
};

async function send(message: ContactMessage): Promise<ContactOutcome> {
  const answer = await call('POST /send-contact-email', message);
  if (answer.ok) {
    toast(sent);
    return { ...untried, sent: true };
  }
  toast(failed);
  return { ...untried, problem: answer.reason === 'too_many' ? answer.message : contactFailed };
}

/** Sends the form by a call; what was typed stays in its fields whatever comes back. */
export function useContactForm(start: ContactOutcome) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(start);
  const [tries, setTries] = useState(0);
  useFocus(tries, () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  return {
    form,
    busy,
    outcome,
    again: () => setOutcome(untried),
    /** An error goes away with the keystroke that mends it. */
    change(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const field = contactFields.find((one) => one === event.target.name);
      if (field === undefined || outcome.issues[field] === undefined) return;
      if (contactIssue(field, event.target.value) !== null) return;
      setOutcome(({ issues: { [field]: _mended, ...issues }, ...rest }) => ({ ...rest, issues }));
    },
    async submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      if (busy) return;
      const typed = contactTyped(new FormData(event.currentTarget));
      const issues = contactIssues(typed);
      setTries((before) => before + 1);
      if (Object.keys(issues).length > 0) return setOutcome({ ...untried, issues });
      setBusy(true);
      setOutcome(await send(typed));
      setBusy(false);
    },
  };
}
