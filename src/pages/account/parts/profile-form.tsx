import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';

import { longest, type ProfileDraft, type ProfileIssues } from '#modules/people/accounts/profile/rules.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

type ProfileFormProps = { profile: ProfileDraft; issues: ProfileIssues };

/** Names and phone of a customer; a plain form until the page runs. */
export function ProfileForm({ profile, issues }: ProfileFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('intent') === 'profile';
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [issues]);
  const bind = (name: keyof ProfileDraft) => ({
    id: name,
    name,
    defaultValue: profile[name],
    maxLength: longest[name],
    error: issues[name],
  });
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-4 sm:grid-cols-2">
      <input type="hidden" name="intent" value="profile" />
      <Field {...bind('firstName')} label="First name" autoComplete="given-name" required />
      <Field {...bind('lastName')} label="Last name" autoComplete="family-name" required />
      <Field
        {...bind('displayName')}
        label="Display name"
        autoComplete="nickname"
        hint="How we greet you. Left empty, it is your first name."
      />
      <Field
        {...bind('phone')}
        label="Phone (optional)"
        type="tel"
        autoComplete="tel"
        hint="Filled in at checkout, for the carrier."
      />
      <div className="sm:col-span-2">
        <Button type="submit" busy={busy} disabled={busy}>
          {busy ? 'Saving...' : 'Save profile'}
        </Button>
      </div>
    </Form>
  );
}
