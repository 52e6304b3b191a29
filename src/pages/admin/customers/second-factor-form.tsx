import { Link } from 'react-router';

import { ActionForm } from '../../forms/action-form.tsx';

/** Button that resets a lost second factor, with its confirmation. An admin's own is not reset. */
export function SecondFactorForm({ name, isOwn }: { name: string; isOwn: boolean }) {
  if (isOwn) {
    return (
      <Link to="/account/security" className="inline-flex min-h-12 items-center text-berry hover:underline">
        Change your own two-factor settings
      </Link>
    );
  }
  const text = `Only continue if you’re sure ${name} asked for this. Until they set up a new authenticator app, a password alone is enough to sign in. All their devices are signed out, and you both get an email.`;
  const final = { text, yes: 'Yes, reset it', keep: 'Keep two-factor' };
  return <ActionForm name="reset-second-factor" submit="Reset two-factor" look="second" final={final} />;
}
