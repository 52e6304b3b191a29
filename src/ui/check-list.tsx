import { CheckIcon } from './icons.tsx';

/** Default spacing between the lines and above the list. */
const usual = 'mt-6 space-y-3';

type CheckListProps = {
  items: readonly string[];
  /** Second line of the last item. */
  note?: string;
  className?: string;
};

/** Short lines with check marks. */
export function CheckList({ items, note = '', className = usual }: CheckListProps) {
  return (
    <ul className={className}>
      {items.map((item, index) => (
        <li key={item} className="flex gap-3 wrap-anywhere">
          <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" />
          <span>
            <span>{item}</span>
            {note !== '' && index === items.length - 1 ? <span className="block text-sm text-soft">{note}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
