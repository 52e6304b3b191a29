import type { ElementChildren } from './element-children.ts';

/** Heading of a landing page section that the page builds up to. */
export const large = 'text-[2.6rem] md:text-6xl';
/** Heading of a landing page section that supports the one before. */
export const medium = 'text-3xl md:text-[2.75rem]';

type HeadingProps = { id: string; title: string; lead?: string; className?: string };

/** Heading that names a section, with an optional lead. */
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

type PartProps = Omit<HeadingProps, 'className'> & { heading?: string; className?: string; children: ElementChildren };

/** Section that begins with its heading. `heading` sets the heading's style. */
export function Part({ className, heading, children, ...named }: PartProps) {
  return (
    <section aria-labelledby={named.id} className={className}>
      <Heading {...named} className={heading} />
      {children}
    </section>
  );
}
