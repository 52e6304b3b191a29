import { Link } from 'react-router';

import type { Text, TextLink } from '#content/article.ts';

const look = 'text-berry underline underline-offset-4 hover:decoration-2';

function InnerLink({ to, label }: TextLink) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={look}>
        {label}
      </Link>
    );
  }
  return (
    <a href={to} className={look}>
      {label}
    </a>
  );
}

/** A sentence with its links. */
export function RichText({ text }: { text: Text }) {
  if (typeof text === 'string') return text;
  return text.map((part, place) => (typeof part === 'string' ? part : <InnerLink key={place} {...part} />));
}
