import { useState } from 'react';
import { useFetcher } from 'react-router';

import { acceptedPhotos } from '#shared/photo.ts';
import { TextAreaField } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

/** Picture of a document, without the text that describes it. */
export type UploadedPicture = { src: string; width: number; height: number; widths: number[] };

export type ContentPicture = {
  src: string;
  width: number;
  height: number;
  widths?: number[];
  focus?: string;
  alt: string;
};

const usualWidths = [480];

type PictureSlotProps = {
  title: string;
  value: ContentPicture;
  path: string;
  issues: Readonly<Record<string, string>>;
  onChange: (value: ContentPicture) => void;
};

/** Picture with the text that describes it. A new file takes its place and needs a new text. */
export function PictureSlot({ title, value, path, issues, onChange }: PictureSlotProps) {
  const fetcher = useFetcher<FormAnswer<UploadedPicture>>();
  const [handled, setHandled] = useState<FormAnswer<UploadedPicture>>();
  /** Text when the file was chosen. It describes the picture before, so it goes with it. */
  const [altBefore, setAltBefore] = useState('');
  const answer = fetcher.data;
  if (answer !== undefined && answer !== handled) {
    setHandled(answer);
    if (answer.ok && answer.result !== null)
      onChange({ ...answer.result, alt: value.alt === altBefore ? '' : value.alt });
  }
  const isBusy = fetcher.state !== 'idle';
  const { src, widths = usualWidths, width, height, alt } = value;
  const id = `content-${path}`;
  const error = handled?.ok === false ? handled.message : issues[`${path}.src`];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <div className="grid grid-cols-[6rem_1fr] gap-4">
        {src === '' ? (
          <span className="size-24 rounded-xl bg-blush" />
        ) : (
          <img
            src={`${src}-${widths[0] ?? 480}.avif`}
            alt=""
            width={width}
            height={height}
            loading="lazy"
            className="size-24 rounded-xl bg-blush object-cover"
          />
        )}
        <div className="min-w-0">
          <label htmlFor={`${id}-file`} className="mb-1 block text-sm text-soft">
            {`${src === '' ? 'Choose' : 'Replace with'} a JPEG, PNG, WebP, GIF or AVIF of at most 10 MB`}
          </label>
          <input
            id={`${id}-file`}
            type="file"
            accept={acceptedPhotos}
            disabled={isBusy}
            aria-describedby={`${id}-file-status`}
            aria-invalid={error !== undefined}
            className="block w-full text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-berry file:bg-white file:px-4 file:text-berry"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file === undefined) return;
              const form = new FormData();
              setAltBefore(alt);
              form.set('form', 'picture');
              form.set('file', file);
              void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
              target.value = '';
            }}
          />
          <p id={`${id}-file-status`} role="status" className="text-sm text-berry empty:hidden">
            {isBusy ? 'The picture is being prepared…' : error}
          </p>
        </div>
      </div>
      <div className="mt-2">
        <TextAreaField
          id={`${id}.alt`}
          label="What it shows, for people who cannot see it"
          rows={2}
          value={alt}
          error={issues[`${path}.alt`]}
          onChange={({ target }) => onChange({ ...value, alt: target.value })}
        />
      </div>
    </fieldset>
  );
}
