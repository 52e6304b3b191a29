import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

import type { FigureWarning } from '#modules/content/claims-check.ts';
import { isSame, mergeBodies, withValueAt, type MergeConflict } from '#modules/content/merge-bodies.ts';
import type { FormResponse } from '#ui/form-response.ts';
import { useUnsavedEditor } from '#ui/typed-text.ts';

import { carryKeys } from './entry-keys.ts';

export type Body = Record<string, unknown>;

/** Answer to a saved draft, or to one that another admin's draft conflicts with. */
export type SavedDraft = {
  revision: number;
  issues: Record<string, string>;
  warnings: readonly FigureWarning[];
  /** The stored body if it is not the one that was sent: it has another admin's changes. */
  stored: Body | null;
  savedBy?: string | null;
};

/** Texts that another admin changed too. `body` is what they were found in. */
type Conflict = { conflicts: readonly MergeConflict[]; body: Body; savedBy: string | null };

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

const jsonFile = (body: Body) => new File([JSON.stringify(body)], 'draft.json', { type: 'application/json' });

export type Draft = ReturnType<typeof useDraft>;

/**
 * Body of a document that saves itself as a draft while it is edited. Nothing typed is lost: while
 * the shop is unreachable it tries again. Another admin's changes are taken over as they are saved;
 * if both changed the same text, saving stops until one is chosen.
 */
export function useDraft(loaded: Loaded) {
  const fetcher = useFetcher<FormResponse<SavedDraft>>();
  const [body, setBody] = useState(loaded.body);
  /** Stored body of `revision`. */
  const [base, setBase] = useState(loaded.body);
  const [sent, setSent] = useState<Body | null>(loaded.body);
  const [handled, setHandled] = useState<FormResponse<SavedDraft>>();
  const [revision, setRevision] = useState(loaded.revision);
  const [issues, setIssues] = useState(loaded.issues);
  const [warnings, setWarnings] = useState(loaded.warnings);
  const [isDraft, setDraft] = useState(loaded.isDraft);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [refused, setRefused] = useState<Body | null>(null);
  /** Bodies before each saved change, oldest first. */
  const [earlier, setEarlier] = useState<readonly Body[]>([]);

  /** Goes on from a newer stored body, with what was changed here since `before`. */
  const goOnFrom = (stored: Body, before: Body, savedBy: string | null) => {
    const merged = mergeBodies({ base: before, mine: body, theirs: stored });
    const next = isSame(merged.body, stored) ? stored : merged.body;
    carryKeys(body, next);
    setBase(stored);
    setBody(next);
    setSent(stored);
    setEarlier(earlier.map((one) => mergeBodies({ base: before, mine: one, theirs: stored }).body));
    setConflict(merged.conflicts.length === 0 ? null : { conflicts: merged.conflicts, body: next, savedBy });
  };

  const answer = fetcher.data;
  if (answer !== undefined && answer !== handled) {
    setHandled(answer);
    const { result } = answer;
    if (result === null) {
      setRefused(sent);
      setSent(null);
    } else {
      const { stored, savedBy = null } = result;
      setRevision(result.revision);
      if (stored !== null) {
        // A save whose answer was lost is no change of someone else.
        const isOwn = refused !== null && isSame(refused, stored);
        goOnFrom(stored, answer.ok ? (sent ?? base) : isOwn ? refused : base, savedBy);
      } else if (sent !== null) setBase(sent);
      if (answer.ok) {
        setIssues(result.issues);
        setWarnings(result.warnings);
        setDraft(true);
      }
    }
  }

  const failed = handled?.ok === false && !handled.conflict ? handled : undefined;
  const isUnsaved = body !== sent;
  const isIdle = fetcher.state === 'idle';
  // A body that the shop refused is not sent again; one that did not reach it is.
  const isAway = failed?.isUnsent === true && failed.reason !== 'too_large';
  const mayTry = conflict === null && (isAway || body !== refused);

  useEffect(() => {
    if (!isUnsaved || !isIdle || !mayTry) return;
    const save = () => {
      const form = new FormData();
      form.set('form', 'save');
      form.set('revision', String(revision));
      form.set('body', jsonFile(body));
      form.set('base', jsonFile(base));
      setSent(body);
      void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
    };
    const timer = setTimeout(save, isAway ? retryAfterMs : saveAfterMs);
    return () => clearTimeout(timer);
  }, [body, base, isUnsaved, isIdle, mayTry, isAway, revision, fetcher]);

  useUnsavedEditor(isUnsaved || !isIdle);

  const change = (next: Body) => {
    // Texts typed without a pause are one change.
    if (!isUnsaved) setEarlier([...earlier, body].slice(-maxUndo));
    setBody(next);
  };

  return {
    body,
    issues,
    /** Sentences that differ from the shop's facts, as of the last save. */
    warnings,
    revision,
    isDraft,
    isSaved: !isUnsaved && isIdle,
    /** Sentence of the last save if it failed. */
    problem: failed === undefined ? null : failed.message,
    /** Set until a text is chosen that another admin changed too. Nothing is saved before. */
    conflict,
    change,
    /** Ends a conflict with this admin's text, or with the other's. */
    choose({ path, theirs }: MergeConflict, whose: 'mine' | 'theirs') {
      if (conflict === null) return;
      const rest = conflict.conflicts.filter((one) => one.path !== path);
      const chosen = whose === 'mine' ? conflict.body : withValueAt(conflict.body, path, theirs);
      setConflict(rest.length === 0 ? null : { ...conflict, conflicts: rest, body: chosen });
      // Texts may have been typed, and entries moved, since the conflict was found.
      if (whose === 'theirs') change(mergeBodies({ base: conflict.body, mine: chosen, theirs: body }).body);
    },
    canUndo: earlier.length > 0,
    /** Takes the last change back. */
    undo() {
      const before = earlier.at(-1);
      if (before === undefined) return;
      setEarlier(earlier.slice(0, -1));
      setBody(before);
    },
  };
}
