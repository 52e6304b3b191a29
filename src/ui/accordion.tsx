import { ChevronIcon } from './icons.tsx';

/**
 * Texts that open under their titles, one at a time.
 * Uses native elements, so it works before hydration and in the browser's page search.
 */
export function Accordion({ name, items }: { name: string; items: readonly { title: string; text: string }[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ title, text }) => (
        <details key={title} name={name} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3 [&::-webkit-details-marker]:hidden">
            <h3 className="font-sans text-lg leading-snug tracking-normal">{title}</h3>
            <ChevronIcon className="size-6 shrink-0 text-gold transition-transform duration-200 group-open:rotate-180" />
          </summary>
          <p className="arrive max-w-prose pb-6 text-soft">{text}</p>
        </details>
      ))}
    </div>
  );
}
