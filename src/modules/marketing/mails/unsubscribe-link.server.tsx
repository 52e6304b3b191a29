import { Link } from '@react-email/link';

import { useMailLook } from '#modules/email/mails/mail-theme-context.server.tsx';

/** Link of every marketing email that ends all of them. */
export function UnsubscribeLink({ to }: { to: string }) {
  const { berry } = useMailLook().colors;
  return (
    <Link className="accent" href={to} style={{ color: berry, textDecoration: 'underline' }}>
      Unsubscribe
    </Link>
  );
}
