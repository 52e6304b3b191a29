import type { FieldSchema } from '#modules/content/document-fields.schema.ts';
import { sameTextSentence } from '#modules/content/edit-content.schema.ts';
import type { MergeConflict } from '#modules/content/merge-bodies.ts';
import { placeOf, shownText } from '#modules/content/version-diff.ts';
import { Button } from '#ui/button.tsx';

import type { Draft } from './use-draft.ts';

const whose = ['mine', 'theirs'] as const;
const labels = { mine: 'Mine', theirs: 'Theirs' };

type ChoiceProps = { conflict: MergeConflict; place: string; onChoose: Draft['choose'] };

function Choice({ conflict, place, onChoose }: ChoiceProps) {
  return (
    <li className="border-t border-berry/30 pt-3">
      <p className="font-medium">{place}</p>
      <dl className="mt-1 grid gap-3 sm:grid-cols-2">
        {whose.map((side) => (
          <div key={side} className="min-w-0">
            <dt className="text-sm">{labels[side]}</dt>
            <dd className="mb-2 wrap-anywhere text-ink">{shownText(conflict[side]) || '(empty)'}</dd>
            <dd>
              <Button look="second" aria-label={`${labels[side]}: ${place}`} onClick={() => onChoose(conflict, side)}>
                {labels[side]}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type ConflictChoiceProps = { draft: Draft; conflict: NonNullable<Draft['conflict']>; schema: FieldSchema };

/** Both versions of each text that two admins changed, with a button to keep either. */
export function ConflictChoice({ draft, conflict, schema }: ConflictChoiceProps) {
  const places = conflict.conflicts.map((one) => ({ one, place: placeOf(schema, one.path) }));
  const sentence = sameTextSentence(places.map(({ place }) => place));
  return (
    <div role="alert" className="mb-4 space-y-3 rounded-xl border border-berry bg-blush p-4 text-wine">
      <p>{conflict.savedBy === null ? sentence : `${sentence} Last saved by ${conflict.savedBy}.`}</p>
      <ul className="space-y-3">
        {places.map(({ one, place }) => (
          <Choice key={one.path} conflict={one} place={place} onChoose={draft.choose} />
        ))}
      </ul>
    </div>
  );
}
