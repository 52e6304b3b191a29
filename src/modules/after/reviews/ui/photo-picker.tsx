import { useState, type ChangeEvent } from 'react';

import { IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { CloseIcon } from '#ui/icons.tsx';

import { mostImages } from '../rules.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const unreadable = 'This file could not be read. Choose a JPEG, PNG or WebP photo.';
const tooMany = `A review takes up to ${mostImages} photos.`;

type PhotoPickerProps = {
  /** Data URLs. */
  photos: readonly string[];
  onChange(photos: readonly string[]): void;
};

/** Up to three photos, shown small as soon as they are chosen; a plain file field until the page runs. */
export function PhotoPicker({ photos, onChange }: PhotoPickerProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const shrunk = await Promise.all([...(target.files ?? [])].map(shrinkPhoto));
    target.value = '';
    const all = [...photos, ...shrunk.filter((photo) => photo !== null)];
    setProblem(shrunk.includes(null) ? unreadable : all.length > mostImages ? tooMany : undefined);
    onChange(all.slice(0, mostImages));
  };
  return (
    <div>
      <label htmlFor="review-photos" className="mb-1 block text-sm font-medium">
        Photos (optional)
      </label>
      <input
        id="review-photos"
        type="file"
        name="images"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-describedby="review-photos-hint review-photos-error"
        onChange={(event) => void choose(event)}
        className={classes(
          'block w-full text-sm file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-berry file:bg-white file:px-5 file:text-base file:text-berry',
          photos.length === 0 ? 'text-soft' : 'text-transparent',
        )}
      />
      <p id="review-photos-hint" className="mt-1 text-sm text-soft">
        Up to {mostImages} photos in JPEG, PNG or WebP, 10 MB together.
      </p>
      <p id="review-photos-error" role="alert" className="text-sm text-berry empty:hidden">
        {problem}
      </p>
      {photos.length === 0 ? null : (
        <ul className="mt-3 flex gap-3">
          {photos.map((photo, place) => (
            <li key={photo} className="relative">
              <img
                src={photo}
                alt={`Chosen, ${place + 1} of ${photos.length}`}
                className="size-24 rounded-xl object-cover"
              />
              <IconButton
                label={`Remove photo ${place + 1}`}
                onClick={() => onChange(photos.filter((one) => one !== photo))}
                className="absolute -right-3 -top-3 bg-white shadow-lift"
              >
                <CloseIcon className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
