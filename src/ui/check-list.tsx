import { CheckIcon } from './icons.tsx';

/** The distance of lines from each other and from what stands above them. */
const usual = 'mt-6 space-y-3';

/** Short lines, each with a tick before it. */
export function CheckList({ items, className = usual }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item} className="flex gap-3 wrap-anywhere">
          <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
