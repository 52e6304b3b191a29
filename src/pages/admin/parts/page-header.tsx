import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { FormAnswer } from '#ui/form-answer.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';

import { Notice, PageNotice, type Outcome } from '../../forms/notice.tsx';

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence or a line of badges below the title. */
  lead?: ReactNode;
  /** Where the page belongs. */
  back?: { to: string; label: string };
  /** To the form of the page that was sent last. */
  answer?: FormAnswer | undefined;
  /** What came of the page before, until a form is sent from this one. */
  arrival?: Outcome | null;
  /** Buttons at the end of the line. */
  children?: ReactNode;
};

/** The head of every admin page: where one is, what can be done with all of it, and what came of it. */
export function PageHeader({ title, lead, back, answer, arrival = null, children }: PageHeaderProps) {
  return (
    <>
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
      {answer === undefined ? <Notice outcome={arrival} /> : <PageNotice answer={answer} />}
    </>
  );
}
