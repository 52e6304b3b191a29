import { StarIcon } from '#ui/icons.tsx';

const ratings = [1, 2, 3, 4, 5];

type StarChoiceProps = { chosen: number | null; error: string | undefined };

/** The rating as a group of five radio buttons: arrows, numbers of a screen reader and fingers all reach it. */
export function StarChoice({ chosen, error }: StarChoiceProps) {
  return (
    <fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : 'rating-error'}
    >
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="-ml-2 inline-flex">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="relative rounded-full p-1.5 text-petal transition-colors duration-150 hover:text-gold has-[~label:hover]:text-gold has-[input:checked]:text-gold has-[~label_input:checked]:text-gold has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-rose"
          >
            <input
              type="radio"
              name="rating"
              value={rating}
              defaultChecked={rating === chosen}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <StarIcon className="size-8 stroke-gold stroke-1" />
            <span className="sr-only">{rating === 1 ? '1 star' : `${rating} stars`}</span>
          </label>
        ))}
      </div>
      <p id="rating-error" className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
