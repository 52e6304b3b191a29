import { Heading } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';

type PointsProps = { id: string; title: string; items: readonly { title: string; text: string }[] };

/** Phones only: a title and its points, one under the other. */
export function Points({ id, title, items }: PointsProps) {
  return (
    <section aria-labelledby={id} className="px-6 pt-20 md:hidden">
      <Heading id={id} title={title} className="text-[2.6rem]" />
      <ul className="mt-6 space-y-4">
        {items.map((item) => (
          <li key={item.title} className="flex gap-4 rounded-card bg-white p-5">
            <CheckIcon className="mt-1 size-6 shrink-0 text-gold" />
            <div>
              <h3 className="text-2xl">{item.title}</h3>
              <p className="mt-1 text-soft">{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
