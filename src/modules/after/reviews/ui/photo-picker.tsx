import { useState, type ChangeEvent } from 'react';

import { IconButton } from '#ui/button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { PhotoField } from '#ui/photo-field.tsx';

import { mostImages } from '../rules.ts';
import { shrinkPhotos } from './shrink-photo.ts';

const unreadable = 'This file could not be read. Choose a JPEG, PNG or WebP photo.';
const tooMany = `A review takes up to ${mostImages} photos.`;

type PhotoPickerProps = {
  /** Data URLs. */
  photos: readonly string[];
  onChange(change: (known: readonly string[]) => readonly string[]): void;
};

/** Up to three photos, shown small as soon as they are chosen; a plain file field until the page runs. */
export function PhotoPicker({ photos, onChange }: PhotoPickerProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    const room = mostImages - photos.length;
    const shrunk = await shrinkPhotos(files.slice(0, room));
    target.value = '';
    setProblem(shrunk.includes(null) ? unreadable : files.length > room ? tooMany : undefined);
    // Others may have been added or removed while these were drawn.
    onChange((known) => [...known, ...shrunk.filter((photo) => photo !== null)].slice(0, mostImages));
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
            <li key={`${place} ${photo.length}`} className="relative">
              <img
                src={photo}
                alt={`Chosen, ${place + 1} of ${photos.length}`}
                className="size-24 rounded-xl object-cover"
              />
              <IconButton
                label={`Remove photo ${place + 1}`}
                onClick={() => onChange((known) => known.filter((_, other) => other !== place))}
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
