import { useState, type ChangeEvent } from 'react';

import { maxPhotoBytes, type Day } from '#modules/after/habit-tracker/rules.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';

const tooLarge = 'This photo is larger than 10 MB. Choose a smaller one.';

/** Adds one photo. */
export function PhotoForm({ today }: { today: Day }) {
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) =>
    setTooLarge((target.files?.[0]?.size ?? 0) > maxPhotoBytes);
  const refused = useAnswer('add')?.issues.photo;
  const shown = isTooLarge ? tooLarge : refused;
  return (
    <ActionForm
      name="add"
      submit="Add photo"
      busyText="Adding..."
      isDisabled={isTooLarge}
      hidden={{ day: today }}
      hasFile
    >
      <div>
        <label htmlFor="progress-photo" className="mb-1 block text-sm font-medium">
          Photo
        </label>
        <input
          id="progress-photo"
          type="file"
          name="photo"
          accept="image/jpeg,image/png,image/webp"
          required
          aria-describedby="progress-photo-hint progress-photo-error"
          aria-invalid={shown !== undefined}
          onChange={choose}
          className="block w-full text-sm file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-berry file:bg-white file:px-5 file:text-base file:text-berry"
        />
        <p id="progress-photo-hint" className="mt-1 text-sm text-soft">
          JPEG, PNG or WebP, 10 MB at most. Place and camera are removed from it.
        </p>
        <p id="progress-photo-error" role="alert" className="text-sm text-berry empty:hidden">
          {shown}
        </p>
      </div>
    </ActionForm>
  );
}
