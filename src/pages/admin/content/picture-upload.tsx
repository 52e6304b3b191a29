import { useState } from 'react';
import { useFetcher } from 'react-router';

import { acceptedConvertedPhotos } from '#shared/photo.ts';
import { shopPicture } from '#ui/downscale-photo.ts';
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

type Upload<P> = Pick<PictureUploadProps<P>, 'use' | 'onChoose' | 'onUploaded'>;

/** Prepares and sends a file. `problem` says why it was not sent, or not taken. */
function useUpload<P>({ use, onChoose, onUploaded }: Upload<P>) {
  const fetcher = useFetcher<FormResponse<P>>();
  const [handled, setHandled] = useState<FormResponse<P>>();
  const [unsent, setUnsent] = useState<string | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const answer = fetcher.data;
  if (answer !== undefined && answer !== handled) {
    setHandled(answer);
    if (answer.ok && answer.result !== null) onUploaded(answer.result);
  }
  const send = async (chosen: File) => {
    setPreparing(true);
    const { file, problem } = await shopPicture(chosen);
    setPreparing(false);
    setUnsent(problem);
    if (file === null) return;
    const form = new FormData();
    onChoose?.();
    form.set('form', use);
    form.set('file', file);
    void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  };
  const refused = handled?.ok === false ? handled.message : undefined;
  return { isBusy: isPreparing || fetcher.state !== 'idle', problem: unsent ?? refused, send };
}

/** Uploads a file as soon as it is chosen. */
export function PictureUpload<P>({ id, isReplacing, issue, ...upload }: PictureUploadProps<P>) {
  const { isBusy, problem, send } = useUpload(upload);
  const error = problem ?? issue;
  return (
    <>
      <label htmlFor={`${id}-file`} className="mb-1 block text-sm text-soft">
        {`${isReplacing ? 'Replace with' : 'Choose'} a JPEG, PNG, WebP, GIF, AVIF or HEIC up to 10 MB`}
      </label>
      <input
        id={`${id}-file`}
        type="file"
        accept={acceptedConvertedPhotos}
        disabled={isBusy}
        aria-describedby={`${id}-file-status`}
        aria-invalid={error !== undefined}
        className="block w-full text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-berry file:bg-white file:px-4 file:text-berry"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file === undefined) return;
          void send(file);
          target.value = '';
        }}
      />
      <p id={`${id}-file-status`} role="status" className="text-sm text-berry empty:hidden">
        {isBusy ? 'Processing image…' : error}
      </p>
    </>
  );
}
