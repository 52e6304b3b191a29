import { useState, type ChangeEvent } from 'react';
import { Form, useNavigation } from 'react-router';

import { mostPhotoBytes, type Day } from '#modules/after/habit-tracker/rules.ts';
import { Button } from '#ui/button.tsx';

type PhotoFormProps = { action: string; today: Day; problem: string | null };

const tooLarge = 'This photo is larger than 10 MB. Choose a smaller one.';

/** Adds one photo; a plain form until the page runs. */
export function PhotoForm({ action, today, problem }: PhotoFormProps) {
  const { formAction, formData } = useNavigation();
  const busy = formAction === action && formData?.get('intent') === 'add';
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) =>
    setTooLarge((target.files?.[0]?.size ?? 0) > mostPhotoBytes);
  const shown = isTooLarge ? tooLarge : problem;
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="space-y-4">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="day" value={today} readOnly />
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
          aria-invalid={shown !== null}
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
      <Button type="submit" busy={busy} disabled={busy || isTooLarge}>
        {busy ? 'Adding...' : 'Add photo'}
      </Button>
    </Form>
  );
}
