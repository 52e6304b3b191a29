import { useState, type ChangeEvent } from 'react';

import type { PreparedPhoto } from './downscale-photo.ts';

type Prepare = (file: File) => Promise<PreparedPhoto>;

/**
 * Replaces the chosen photo of a field by the prepared one. Returns the problem of one that stays;
 * undefined if another photo was chosen meanwhile.
 */
async function prepareIn(field: HTMLInputElement, prepare: Prepare): Promise<string | null | undefined> {
  const [file] = field.files ?? [];
  if (file === undefined) return null;
  const prepared = await prepare(file);
  if (field.files?.[0] !== file) return undefined;
  if (prepared.file === null) return prepared.problem;
  if (prepared.file === file) return null;
  const copy = new DataTransfer();
  copy.items.add(prepared.file);
  field.files = copy.files;
  return null;
}

/**
 * Prepares the photo of a file field as soon as it is chosen. `problem` says why it cannot be sent.
 */
export function usePreparedPhoto(prepare: Prepare) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (field: HTMLInputElement) => {
    const found = await prepareIn(field, prepare);
    if (found !== undefined) setProblem(found);
  };
  return { problem, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => void choose(target) };
}
