import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useFocus } from '#ui/focus.ts';

export type LookupValues = { orderNumber: string; email: string };

/** Form for an order number and an email; a plain HTML form until the page runs. */
export function LookupForm({ typed, problem }: { typed: LookupValues; problem: string | null }) {
  const ref = useRef<HTMLFormElement>(null);
  const { orderPrefix } = useSite();
  const busy = useNavigation().formAction === '/track';
  // Every refusal brings a new `typed` object, even with the same message as the last, so the focus
  // moves each time.
  useFocus(typed, () => {
    if (problem === null) return null;
    return ref.current?.querySelector<HTMLElement>('input:invalid') ?? ref.current?.querySelector('input');
  });
  return (
    <Form ref={ref} method="post" action="/track" noValidate className="space-y-5">
      <input type="hidden" name="form" value="track" />
      <Field
        id="orderNumber"
        name="orderNumber"
        label="Order number"
        required
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={`${orderPrefix}-7K3QX9M2`}
        hint={`It is in your confirmation email and begins with ${orderPrefix}-.`}
        defaultValue={typed.orderNumber}
      />
      <Field
        id="email"
        name="email"
        type="email"
        label="Email address"
        required
        maxLength={255}
        autoComplete="email"
        placeholder="you@example.com"
        defaultValue={typed.email}
      />
      {problem === null ? null : (
        <p role="alert" className="rounded-xl border border-berry/30 bg-blush px-4 py-3 text-wine">
          {problem}
        </p>
      )}
      <Button type="submit" busy={busy} aria-disabled={busy} className="w-full">
        {busy ? 'Looking up...' : 'Track Order'}
      </Button>
    </Form>
  );
}
