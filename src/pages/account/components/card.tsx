import type { ElementChildren } from '#ui/element-children.ts';

export const card = 'rounded-card border border-line bg-white p-6 sm:p-8';

/** Section of an account page, with its heading. */
export function Card({ id, title, children }: { id: string; title: string; children: ElementChildren }) {
  return (
    <section aria-labelledby={id} className={card}>
      <h2 id={id} className="mb-5 text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
