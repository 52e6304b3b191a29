import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ArrowLeftIcon } from '#ui/icons.tsx';

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence or a line of badges below the title. */
  lead?: ReactNode;
  /** Where the page belongs. */
  back?: { to: string; label: string };
  /** Buttons at the end of the line. */
  children?: ReactNode;
};

/** The head of every admin page: where one is, and what can be done with all of it. */
export function PageHeader({ title, lead, back, children }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back === undefined ? null : (
        <Link to={back.to} className="inline-flex min-h-11 items-center gap-2 text-berry hover:underline">
          <ArrowLeftIcon /> {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="sm:min-w-0 sm:flex-1 sm:basis-64">
          <h1 className="text-4xl">{title}</h1>
          {lead === undefined ? null : <div className="mt-2 text-soft">{lead}</div>}
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
    </header>
  );
}
