import { useRef, useState, type FormEvent } from 'react';

import { call } from '#modules/calls.ts';
import { toast } from '#ui/toast.tsx';

import {
  draftOf,
  draftProblems,
  missingOf,
  mostImages,
  submitFailed,
  submitted,
  type Draft,
  type DraftProblem,
} from '../rules.ts';
import { base64Of, shrinkPhoto } from './shrink-photo.ts';

/** What the server said of a form that was sent before the page ran. */
export type WriteOutcome = { typed: Draft; reason: string; message: string };

const fieldOf: Record<DraftProblem, string> = {
  rating_required: 'rating',
  content_required: 'content',
  name_required: 'reviewerName',
};

/** Photos that were chosen before the page ran stand in the field itself. */
async function photosIn(form: HTMLFormElement): Promise<string[]> {
  const files = new FormData(form).getAll('images').filter((entry) => entry instanceof File && entry.size > 0);
  const shrunk = await Promise.all((files as File[]).map(shrinkPhoto));
  return shrunk.filter((photo) => photo !== null);
}

function refuse(form: HTMLFormElement, problem: DraftProblem): void {
  toast({ ...draftProblems[problem], destructive: true });
  form.querySelector<HTMLElement>(`[name="${fieldOf[problem]}"]`)?.focus();
}

async function send(productId: string, draft: Draft, photos: readonly string[]): Promise<string | null> {
  const { rating, title, content, reviewerName } = draft;
  const body = { product_id: productId, rating, title, content, reviewer_name: reviewerName };
  const answer = await call('POST /reviews', { ...body, images: photos.map(base64Of) });
  return answer.ok ? null : answer.message || submitFailed.description;
}

/** The state of the review form: what is missing, what the shop said, and the photos that go with it. */
export function useReviewForm(productId: string, outcome: WriteOutcome | null, onSent: () => void) {
  const first = outcome === null ? [] : missingOf(outcome.typed);
  const [missing, setMissing] = useState<readonly DraftProblem[]>(first);
  const [notice, setNotice] = useState(first.length > 0 ? null : (outcome?.message ?? null));
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const submit = async (form: HTMLFormElement) => {
    const draft = draftOf(new FormData(form));
    const problems = missingOf(draft);
    const [problem] = problems;
    setMissing(problems);
    if (problem !== undefined) return refuse(form, problem);
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const failure = await send(productId, draft, [...photos, ...(await photosIn(form))].slice(0, mostImages));
    sending.current = false;
    setBusy(false);
    setNotice(failure);
    if (failure !== null) return toast({ ...submitFailed, destructive: true });
    form.reset();
    setPhotos([]);
    toast(submitted);
    onSent();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  /** An error goes with the keystroke that mends it. */
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const still = missingOf(draftOf(new FormData(currentTarget)));
    setMissing((known) => known.filter((problem) => still.includes(problem)));
  };
  const errorOf = (problem: DraftProblem) =>
    missing.includes(problem) ? draftProblems[problem].description : undefined;
  return { errorOf, notice, photos, setPhotos, busy, onSubmit, onInput };
}
