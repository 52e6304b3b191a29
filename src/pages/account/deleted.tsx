import { useSite } from '#modules/content/ui/use-site.ts';
import { ButtonLink } from '#ui/button.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Account deleted');

/** Last page of an account deletion. */
export default function DeletedPage() {
  const { supportEmail } = useSite();
  return (
    <section className="mx-auto max-w-lg space-y-5 px-6 py-20 text-center">
      <h1 className="text-5xl">Your account is deleted</h1>
      <p>
        Thank you for having been with us. Questions about your data? Write to{' '}
        <a href={`mailto:${supportEmail}`} className="text-berry underline underline-offset-4">
          {supportEmail}
        </a>
        .
      </p>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </section>
  );
}
