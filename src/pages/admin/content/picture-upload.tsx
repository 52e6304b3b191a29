import { useState } from 'react';
import { useFetcher } from 'react-router';

import { acceptedPhotos } from '#shared/photo.ts';
import type { FormResponse } from '#ui/form-response.ts';

type PictureUploadProps<P> = {
  id: string;
  /** Form that stores the file. */
  use: 'picture' | 'logo' | 'icon';
  isReplacing: boolean;
  issue: string | undefined;
  onChoose?: () => void;
  onUploaded: (picture: P) => void;
};

/** Uploads a file as soon as it is chosen. */
export function PictureUpload<P>({ id, use, isReplacing, issue, onChoose, onUploaded }: PictureUploadProps<P>) {
  const fetcher = useFetcher<FormResponse<P>>();
  const [handled, setHandled] = useState<FormResponse<P>>();
  const answer = fetcher.data;
  if (answer !== undefined && answer !== handled) {
    setHandled(answer);
    if (answer.ok && answer.result !== null) onUploaded(answer.result);
  }
  const isBusy = fetcher.state !== 'idle';
  const error = handled?.ok === false ? handled.message : issue;
  return (
    <>
      <label htmlFor={`${id}-file`} className="mb-1 block text-sm text-soft">
        {`${isReplacing ? 'Replace with' : 'Choose'} a JPEG, PNG, WebP, GIF or AVIF up to 10 MB`}
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
          onChoose?.();
          form.set('form', use);
          form.set('file', file);
          void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
          target.value = '';
        }}
      />
      <p id={`${id}-file-status`} role="status" className="text-sm text-berry empty:hidden">
        {isBusy ? 'Processing image…' : error}
      </p>
    </>
  );
}
