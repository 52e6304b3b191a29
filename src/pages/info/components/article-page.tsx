import { longDay } from '#shared/shop-time.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { Part } from '#ui/heading.tsx';
import { RichText } from '#ui/rich-text.tsx';

import { pageMeta } from '../../page-meta.ts';
import type { Article } from '../article.server.ts';

/** Meta tags of an article, from its title and lead. */
export const articleMeta = (args: Parameters<typeof pageMeta>[0], article: Article | undefined, path: string) =>
  article === undefined ? [] : pageMeta(args, { title: article.title, description: article.lead, path });

/** Table of contents of a long page. */
function Contents({ sections }: Pick<Article, 'sections'>) {
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24">
      <p id="contents" className="text-sm font-medium text-copper">
        On this page
      </p>
      <ol className="mt-2 border-l border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-soft hover:border-rose hover:text-berry"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * Long legal or policy page: title, lead, date, contents and text.
 * `children` are shown above the text.
 */
export function ArticlePage({ article, children }: { article: Article; children?: ElementChildren }) {
  const { title, lead, updatedAt, intro, sections } = article;
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 sm:px-6 md:pt-20">
      <header className="max-w-3xl">
        <h1 className="text-5xl md:text-6xl">{title}</h1>
        <p className="mt-5 text-lg text-soft md:text-xl">{lead}</p>
        <p className="mt-4 text-sm text-soft">
          Last updated: <time dateTime={updatedAt}>{longDay(updatedAt)}</time>
        </p>
      </header>
      {children}
      <div className="mt-12 grid gap-10 border-t border-line pt-10 md:mt-16 lg:grid-cols-[15rem_1fr] lg:gap-16 lg:pt-14 print:block">
        <Contents sections={sections} />
        <div className="max-w-[65ch] space-y-12">
          {intro === '' ? null : <RichText html={intro} />}
          {sections.map(({ id, title, html }) => (
            <Part
              key={id}
              id={id}
              title={title}
              heading="mb-4 text-3xl md:text-4xl"
              className="break-inside-avoid-page"
            >
              <RichText html={html} />
            </Part>
          ))}
        </div>
      </div>
    </div>
  );
}
