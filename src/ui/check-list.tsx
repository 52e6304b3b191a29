import { CheckIcon } from './icons.tsx';

/** Default spacing between the lines and above the list. */
const usual = 'mt-6 space-y-3';

/** Short lines with check marks. */
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
