import { useId, useMemo, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';

import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';

import { PageNotice } from '../../forms/form-notice.tsx';
import { taskAt } from '../handbook-tasks.ts';
import { useSeenList } from './seen-lists.ts';

type PageProps = {
  title: ReactNode;
  /** Sentence or badges below the title. */
  lead?: ReactNode;
  /** Link to the parent page. A list opens with the filters and page that were seen last. */
  back?: { to: string; label: string };
  /** Message after a record was created or erased, until a form of this page is sent. */
  arrival?: string;
  /** Buttons at the end of the title line. */
  buttons?: ElementChildren;
  children?: ElementChildren;
};

const quietLink = 'inline-flex min-h-11 items-center gap-2 text-berry hover:underline';

function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={useSeenList(to)} className={quietLink}>
      <ArrowLeftIcon />
      <span>{label}</span>
    </Link>
  );
}

/** Link to the handbook's page about the shown page, if it has one. */
function HandbookLink() {
  const task = taskAt(useLocation().pathname);
  return task === null ? null : (
    <Link to={`/admin/handbook/${task}`} className={quietLink}>
      How this works
    </Link>
  );
}

/** Admin page with its parent link, title, buttons, outcome of the last form, and content. */
export function AdminPage({ title, lead, back, arrival = '', buttons, children }: PageProps) {
  const [query] = useSearchParams();
  const hasArrived = query.has('created') || query.has('erased');
  const arrived = useMemo(() => ({ ok: true, message: arrival }), [arrival]);
  return (
    <>
      <header className="mb-5">
        {back === undefined ? null : <BackLink {...back} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 sm:flex-1 sm:basis-64">
            <h1 dir="auto" className="text-left text-4xl wrap-anywhere">
              {title}
            </h1>
            {lead === undefined ? null : <div className="mt-1 max-w-[80ch] text-soft">{lead}</div>}
          </div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden">
            {buttons}
            <HandbookLink />
          </div>
        </div>
      </header>
      <PageNotice arrival={arrival !== '' && hasArrived ? arrived : null} />
      {children}
    </>
  );
}

/** Link to a file, which the browser downloads itself. */
export const FileLink = ({ to, label = 'Export CSV' }: { to: string; label?: string }) => (
  <ButtonLink to={to} look="second" reloadDocument>
    {label}
  </ButtonLink>
);

type PanelProps = {
  title: string;
  aside?: ElementChildren;
  /** True when something in the panel needs attention. */
  isUrgent?: boolean;
  className?: string;
  children: ElementChildren;
};

/** White section of an admin page, named by its heading. Long words never widen it. */
export function Panel({ title, aside, isUrgent = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'min-w-0 rounded-card border p-5 wrap-anywhere sm:p-6',
        isUrgent ? 'border-berry bg-blush' : 'border-line bg-white',
        className,
      )}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="min-w-0 text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Placeholder for an empty list: the reason and the next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-60 flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line bg-white p-8 text-center">
      <p className="font-display text-2xl">{title}</p>
      {children === undefined ? null : <div className="text-soft">{children}</div>}
    </div>
  );
}

/** Names and values, line by line. */
export function DescriptionList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2 first:pt-0 last:pb-0">
          <dt className="text-soft">{name}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Address, line by line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} dir="auto" className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  );
}
