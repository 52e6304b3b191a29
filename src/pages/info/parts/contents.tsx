import type { Section } from '#content/article.ts';

/** Where each section of a long page begins. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24 print:hidden">
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
