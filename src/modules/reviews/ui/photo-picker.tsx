import { useState, type ChangeEvent } from 'react';

import { IconButton } from '#ui/button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { PhotoField } from '#ui/photo-field.tsx';

import { maxImages } from '../review.ts';
import { shrinkPhotos, type Photo } from './shrink-photo.ts';

const tooMany = `A review takes up to ${maxImages} photos.`;

type PhotoPickerProps = {
  photos: readonly Photo[];
  onChange(change: (known: readonly Photo[]) => readonly Photo[]): void;
};

/** Picker for up to three photos with previews. A plain file field before hydration. */
export function PhotoPicker({ photos, onChange }: PhotoPickerProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    const room = maxImages - photos.length;
    // Clears the message first: a large photo takes a second, and the old message would seem to be
    // about the new photo.
    setProblem(undefined);
    const shrunk = await shrinkPhotos(files.slice(0, room));
    target.value = '';
    setProblem(shrunk.problem ?? (files.length > room ? tooMany : undefined));
    // Other photos may have been added or removed while these were processed.
    onChange((known) => [...known, ...shrunk.photos].slice(0, maxImages));
  };
  return (
    <div>
      <PhotoField
        id="review-photos"
        name="images"
        label="Photos (optional)"
        multiple
        onChange={(event) => void choose(event)}
        hint={`Up to ${maxImages} photos in JPEG, PNG, WebP, GIF or AVIF, 10 MB together.`}
        error={problem}
        className={photos.length === 0 ? 'text-soft' : 'text-transparent'}
      />
      {photos.length === 0 ? null : (
        <ul className="mt-3 flex gap-3">
          {photos.map((photo, index) => (
            <li key={`${index} ${photo.preview.length}`} className="relative">
              <img
                src={photo.preview}
                alt={`Chosen, ${index + 1} of ${photos.length}`}
                className="size-24 rounded-xl object-cover"
              />
              <IconButton
                label={`Remove photo ${index + 1}`}
                onClick={() => onChange((known) => known.filter((_, other) => other !== index))}
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
