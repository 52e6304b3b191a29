import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { focusIfLost, useFocus } from '#ui/focus.ts';
import type { FormResponse } from '#ui/form-response.ts';

type PlanMailFormProps = {
  /** Address of the result, which holds the answers. */
  action: string;
  answer: FormResponse | undefined;
  /** Days after which the address is deleted. */
  days: number;
  /** Consent text of the newsletter. */
  newsletterConsent: string;
};

/** Form that emails the plan to one address. A plain HTML form until the page runs. */
export function PlanMailForm({ action, answer, days, newsletterConsent }: PlanMailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formMethod === 'POST';
  const isSent = answer?.ok === true;
  const problem = answer?.ok === false ? answer.message : undefined;
  useFocus(answer, () => (problem === undefined ? null : form.current?.querySelector('input[type=email]')));
  return (
    <section aria-labelledby="email-plan" className="rounded-card bg-petal p-6">
      <h3 id="email-plan" className="text-3xl">
        Email me my plan
      </h3>
      {isSent ? null : (
        <Form ref={form} method="post" action={action} preventScrollReset noValidate className="mt-3 space-y-3">
          <input type="hidden" name="form" value="plan" />
          <Field
            id="plan-email"
            name="email"
            type="email"
            label="Email address"
            required
            maxLength={254}
            autoComplete="email"
            hint={`We send this plan to you once and nothing else. We delete your address after ${days} days.`}
            defaultValue={answer?.values.email}
            error={problem}
          />
          <label htmlFor="plan-newsletter" className="flex min-h-11 items-center gap-3 text-sm leading-snug">
            <input id="plan-newsletter" name="newsletter" type="checkbox" className="size-5 shrink-0 accent-berry" />
            <span>{`Sign me up for the newsletter, too. ${newsletterConsent}`}</span>
          </label>
          <Button type="submit" look="second" busy={busy} aria-disabled={busy} className="w-full">
            Email me my plan
          </Button>
        </Form>
      )}
      <p ref={isSent ? focusIfLost : undefined} role="status" tabIndex={-1} className="mt-2 outline-none empty:hidden">
        {isSent ? 'Your plan is on its way. Check your inbox in a minute.' : <span className="sr-only">{problem}</span>}
      </p>
    </section>
  );
}
