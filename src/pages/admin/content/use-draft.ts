import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

import type { FigureWarning } from '#modules/content/claims-check.ts';
import type { FormResponse } from '#ui/form-response.ts';
import { useUnsavedEditor } from '#ui/typed-text.ts';

export type Body = Record<string, unknown>;

/** Answer to a saved draft; `savedBy` names who saved another one meanwhile. */
export type SavedDraft = {
  revision: number;
  issues: Record<string, string>;
  warnings: readonly FigureWarning[];
  savedBy?: string | null;
};

type Loaded = {
  body: Body;
  revision: number;
  issues: Record<string, string>;
  warnings: readonly FigureWarning[];
  isDraft: boolean;
};

const saveAfterMs = 600;
const retryAfterMs = 5_000;
const maxUndo = 50;

export type Draft = ReturnType<typeof useDraft>;

/**
 * Body of a document that saves itself as a draft while it is edited. Nothing typed is lost: while
 * the shop is unreachable it tries again, and after another admin's save it stops and asks.
 */
export function useDraft(loaded: Loaded) {
  const fetcher = useFetcher<FormResponse<SavedDraft>>();
  const [body, setBody] = useState(loaded.body);
  const [sent, setSent] = useState<Body | null>(loaded.body);
  const [handled, setHandled] = useState<FormResponse<SavedDraft>>();
  const [revision, setRevision] = useState(loaded.revision);
  const [issues, setIssues] = useState(loaded.issues);
  const [warnings, setWarnings] = useState(loaded.warnings);
  const [isDraft, setDraft] = useState(loaded.isDraft);
  const [overwrites, setOverwrites] = useState(false);
  const [refused, setRefused] = useState<Body | null>(null);
  /** Bodies before each saved change, oldest first. */
  const [earlier, setEarlier] = useState<readonly Body[]>([]);

  const answer = fetcher.data;
  if (answer !== undefined && answer !== handled) {
    setHandled(answer);
    setOverwrites(false);
    if (answer.ok && answer.result !== null) {
      setRevision(answer.result.revision);
      setIssues(answer.result.issues);
      setWarnings(answer.result.warnings);
      setDraft(true);
    } else {
      setRefused(sent);
      setSent(null);
    }
  }

  const failed = handled?.ok === false ? handled : undefined;
  const conflict = failed?.conflict === true && !overwrites ? failed : undefined;
  const isUnsaved = body !== sent;
  const isIdle = fetcher.state === 'idle';
  // A body that the shop refused is not sent again; one that did not reach it is.
  const isAway = failed?.isUnsent === true && failed.reason !== 'too_large';
  const mayTry = isAway || overwrites || body !== refused;

  useEffect(() => {
    if (!isUnsaved || !isIdle || conflict !== undefined || !mayTry) return;
    const save = () => {
      const form = new FormData();
      form.set('form', 'save');
      form.set('revision', String(revision));
      form.set('body', new File([JSON.stringify(body)], 'draft.json', { type: 'application/json' }));
      setSent(body);
      void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
    };
    const timer = setTimeout(save, isAway ? retryAfterMs : saveAfterMs);
    return () => clearTimeout(timer);
  }, [body, isUnsaved, isIdle, conflict, mayTry, isAway, revision, fetcher]);

  useUnsavedEditor(isUnsaved || !isIdle);

  return {
    body,
    issues,
    /** Sentences that differ from the shop's facts, as of the last save. */
    warnings,
    revision,
    isDraft,
    isSaved: !isUnsaved && isIdle,
    /** Sentence of the last save if it failed. */
    problem: failed === undefined || failed.conflict ? null : failed.message,
    /** Set while another admin's draft is newer than the one that this began with. */
    conflict: conflict === undefined ? null : { message: conflict.message, savedBy: conflict.result?.savedBy ?? null },
    change(next: Body) {
      // Texts typed without a pause are one change.
      if (!isUnsaved) setEarlier([...earlier, body].slice(-maxUndo));
      setBody(next);
    },
    canUndo: earlier.length > 0,
    /** Takes the last change back. */
    undo() {
      const before = earlier.at(-1);
      if (before === undefined) return;
      setEarlier(earlier.slice(0, -1));
      setBody(before);
    },
    /** Saves this body over the other admin's draft. */
    overwrite() {
      setRevision(handled?.result?.revision ?? revision);
      setOverwrites(true);
    },
  };
}
