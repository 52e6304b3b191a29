import { useState } from 'react';

import type { Offers } from '#modules/content/offers.schema.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#modules/api-client.ts';
import { Field } from '#ui/field.tsx';
import { focusIfLost } from '#ui/focus.ts';

import type { NewsletterResult } from '../email-capture.schema.ts';
import { emailConsent } from '../email-consent.ts';

type NewsletterBoxProps = {
  texts: Offers['newsletter'];
  /** Page whose action handles the plain form, with `form` set to `newsletter`. */
  action: string;
  result?: NewsletterResult | null | undefined;
};

const failed = 'Something went wrong. Please try again.';

/** Newsletter sign-up. A plain form before hydration. */
export function NewsletterBox({ texts: newsletter, action, result = null }: NewsletterBoxProps) {
  const [shown, setShown] = useState(result);
  const [busy, setBusy] = useState(false);
  const isDone = shown?.done === true;
  const refused = shown?.done === false ? shown : null;
  const send = async (field: HTMLInputElement) => {
    const email = field.value;
    setBusy(true);
    const response = await call('POST /capture-email', { email, trigger: 'newsletter' });
    setShown(response.ok ? { done: true } : { done: false, message: response.message || failed, email });
    setBusy(false);
    if (!response.ok) field.focus();
  };
  return (
    <section aria-labelledby="newsletter" className="rounded-card bg-petal px-6 py-10 sm:px-12 md:py-14">
      <div className="mx-auto grid max-w-4xl items-center gap-8 md:grid-cols-2 md:gap-14">
        <div>
          <p className="text-sm font-medium uppercase tracking-[0.18em] text-wine">{newsletter.eyebrow}</p>
          <h2 id="newsletter" className="mt-2 text-4xl md:text-5xl">
            {newsletter.title}
          </h2>
          <p className="mt-3">{newsletter.text}</p>
        </div>
        <div>
          {isDone ? null : (
            <form
              method="post"
              action={action}
              className="space-y-4"
              onSubmit={(event) => {
                event.preventDefault();
                const field = event.currentTarget.querySelector<HTMLInputElement>('[name=email]');
                if (field !== null && !busy) void send(field);
              }}
            >
              <input type="hidden" name="form" value="newsletter" />
              <Field
                id="newsletter-email"
                name="email"
                label="Email address"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                placeholder="you@example.com"
                defaultValue={refused?.email}
                error={refused?.message}
              />
              <Button type="submit" busy={busy} className="w-full">
                {newsletter.action}
              </Button>
              <p className="text-xs leading-relaxed">{emailConsent.newsletter}</p>
            </form>
          )}
          <p
            ref={isDone && result === null ? focusIfLost : undefined}
            role="status"
            tabIndex={-1}
            className="font-display text-3xl outline-none"
          >
            {isDone ? newsletter.thanks : <span className="sr-only">{refused?.message}</span>}
          </p>
        </div>
      </div>
    </section>
  );
}
