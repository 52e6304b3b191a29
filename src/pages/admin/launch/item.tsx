import { Link } from 'react-router';

import type { FormLayout } from '../../forms/form-fields.tsx';
import { StateBadge, type State } from '../parts/badge.tsx';
import { AskedForm, FoldedForm } from '../parts/fold.tsx';
import type { Item, ItemState } from './rules.ts';

const states: Record<ItemState, State> = {
  done: ['good', 'Done'],
  missing: ['warn', 'Missing'],
  unknown: ['plain', 'Could not be checked'],
};

const fields: FormLayout = [{ name: 'note', label: 'Where the proof is, or who has checked it', maxLength: 300 }];

function Confirm({ item: { id, title } }: { item: Item }) {
  const what = (
    <>
      Confirm<span className="sr-only"> {title}</span>…
    </>
  );
  return <FoldedForm title={what} name="confirm" id={id} submit="Confirm" className="mt-2" fields={fields} />;
}

/** One line of the checklist, and where to do something about it. */
export function LaunchItem({ item, isTicked }: { item: Item; isTicked: boolean }) {
  const { id, title, state, detail, hasTick, to } = item;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium break-words">
          {to === undefined ? (
            title
          ) : (
            <Link to={to} className="py-1 text-berry underline underline-offset-4">
              {title}
            </Link>
          )}
        </p>
        <StateBadge of={states[state]} />
      </div>
      <p className="break-words text-soft first-letter:uppercase">{detail}</p>
      {hasTick && !isTicked ? <Confirm item={item} /> : null}
      {isTicked ? (
        <AskedForm
          label="Take back…"
          question="The item counts as missing again. Take your word back?"
          name="take_back"
          id={id}
          submit="Take back"
        />
      ) : null}
    </li>
  );
}
