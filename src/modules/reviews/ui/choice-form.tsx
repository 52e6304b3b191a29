import { useRef } from 'react';

import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { reloadPage } from '#ui/reload-page.ts';
import { useOnHydrated } from '#ui/use-hydrated.ts';

import { choiceOf, searchOf, sorts, starScale, type Choice } from '../review.ts';

export type ChoiceFormProps = {
  /** Target of the plain form before hydration. */
  action: string;
  choice: Choice;
  hasPhotos: boolean;
  /** Resolves to true if the server answered. */
  onChoose(choice: Choice): Promise<boolean>;
};

const isSame = (one: Choice, other: Choice) => JSON.stringify(searchOf(one)) === JSON.stringify(searchOf(other));

/** Form to sort and filter the reviews. */
export function ChoiceForm({ action, choice, hasPhotos, onChoose }: ChoiceFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const apply = async () => {
    const { current } = form;
    if (current === null) return;
    const selected = choiceOf(new FormData(current));
    if (!isSame(selected, choice) && !(await onChoose(selected))) await reloadPage(() => current.submit());
  };
  // Applies a choice made before hydration or restored by the browser.
  useOnHydrated(() => void apply());
  return (
    <form ref={form} action={action} onChange={() => void apply()} className="contents items-end gap-x-4 md:flex">
      {hasPhotos ? (
        <label className="flex min-h-12 items-center gap-2">
          <input
            type="checkbox"
            name="photos"
            value="1"
            defaultChecked={choice.photos}
            className="size-5 accent-berry"
          />
          With photos
        </label>
      ) : null}
      <SelectField id="reviews-sort" label="Sort by" name="sort" defaultValue={choice.sort}>
        {Object.entries(sorts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField id="reviews-stars" label="Rating" name="stars" defaultValue={choice.stars ?? ''}>
        <option value="">All stars</option>
        {starScale.map((stars) => (
          <option key={stars} value={stars}>
            {stars === 1 ? '1 star' : `${stars} stars`}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit" look="second">
          Show
        </Button>
      </noscript>
    </form>
  );
}
