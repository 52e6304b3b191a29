import { Link, useLocation } from 'react-router';

import type { Elements } from '#ui/elements.ts';
import { focusOnMount } from '#ui/focus.ts';

type SureQuestionProps = { text: string; keep: string; children: Elements };

/**
 * Question in place of the pressed button. It gets the focus, because that button is gone. `keep`
 * labels the link that changes nothing; the children are the form that goes ahead.
 */
export function SureQuestion({ text, keep, children }: SureQuestionProps) {
  const { pathname, search } = useLocation();
  return (
    <div className="my-2 rounded-xl border border-berry bg-blush p-4">
      <p ref={focusOnMount} tabIndex={-1} className="mb-3 outline-none">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        {children}
        <Link
          to={pathname + search}
          preventScrollReset
          className="inline-flex min-h-12 items-center px-4 text-berry hover:underline"
        >
          {keep}
        </Link>
      </div>
    </div>
  );
}
