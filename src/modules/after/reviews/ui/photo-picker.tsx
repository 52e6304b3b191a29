import { useState, type ChangeEvent } from 'react';

import { IconButton } from '#ui/button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { PhotoField } from '#ui/photo-field.tsx';

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
      <PhotoField
        id="review-photos"
        name="images"
        label="Photos (optional)"
        multiple
        onChange={(event) => void choose(event)}
        hint={`Up to ${mostImages} photos in JPEG, PNG or WebP, 10 MB together.`}
        error={problem}
        className={photos.length === 0 ? 'text-soft' : 'text-transparent'}
      />
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
