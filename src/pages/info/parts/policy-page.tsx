import type { ReactNode } from 'react';

import type { Article } from '#content/article.ts';

import { Contents } from './contents.tsx';
import { Day } from './day.tsx';
import './print.css';
import { Sections } from './sections.tsx';

type PolicyPageProps = { article: Article; children?: ReactNode };

/** A long page of rules: what it is, since when, where to find what, and the text; `children` stand above the text. */
export function PolicyPage({ article, children }: PolicyPageProps) {
  const { title, lead, updatedAt, sections } = article;
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 sm:px-6 md:pt-20">
      <header className="max-w-3xl">
        <h1 className="text-5xl md:text-6xl">{title}</h1>
        <p className="mt-5 text-lg text-soft md:text-xl">{lead}</p>
        <p className="mt-4 text-sm text-soft">
          Last updated: <Day date={updatedAt} />
        </p>
      </header>
      {children}
      <div className="mt-12 grid gap-10 border-t border-line pt-10 md:mt-16 lg:grid-cols-[15rem_1fr] lg:gap-16 lg:pt-14 print:block">
        <Contents sections={sections} />
        <Sections sections={sections} />
      </div>
    </div>
  );
}
