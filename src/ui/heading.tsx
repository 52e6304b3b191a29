import type { Elements } from './elements.ts';

/** The size of what heads a part of the long first page. */
export const large = 'text-[2.6rem] md:text-6xl';

type HeadingProps = { id: string; title: string; lead?: string; className?: string };

/** The heading of a part of a page, by which that part is named, and what leads into it. */
export function Heading({ id, title, lead, className = 'text-4xl md:text-5xl' }: HeadingProps) {
  return (
    <>
      <h2 id={id} className={className}>
        {title}
      </h2>
      {lead === undefined ? null : <p className="mt-4 max-w-[65ch] text-lg text-soft">{lead}</p>}
    </>
  );
}

type PartProps = Omit<HeadingProps, 'className'> & { heading?: string; className?: string; children: Elements };

/** A part of a page that begins with its heading, whose look `heading` says. */
export function Part({ className, heading, children, ...named }: PartProps) {
  return (
    <section aria-labelledby={named.id} className={className}>
      <Heading {...named} className={heading} />
      {children}
    </section>
  );
}
