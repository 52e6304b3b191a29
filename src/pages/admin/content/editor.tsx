import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSubmit } from 'react-router';

import type { FigureWarning } from '#modules/content/claims-check.ts';
import type { FieldSchema } from '#modules/content/document-fields.schema.ts';
import type { DocumentView } from '#modules/content/edit-content.server.ts';
import { placeOf } from '#modules/content/version-diff.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { ConfirmedForm, CollapsibleForm } from '../components/collapsible-form.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { ContentField } from './content-fields.tsx';
import { FigureWarnings } from './figure-warnings.tsx';
import { focusField, focusFieldOfHash } from './focus-field.ts';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { useDraft, type Body, type Draft } from './use-draft.ts';

type Fact = { name: string; meaning: string; value: string | null };

function SaveState({ draft, schema }: { draft: Draft; schema: FieldSchema }) {
  const { conflict, problem, isSaved, isDraft } = draft;
  if (conflict !== null) return <ConflictChoice draft={draft} conflict={conflict} schema={schema} />;
  const words = isSaved ? (isDraft ? 'Draft saved.' : 'Published.') : 'Saving…';
  return (
    <p role="status" className={classes('mb-4 text-sm', problem === null ? 'text-soft' : 'text-berry')}>
      {problem === null ? words : `Not saved yet. Your text is still here. ${problem}`}
    </p>
  );
}

/** Button that publishes as soon as the last change is saved. */
function PublishButton({ draft }: { draft: Draft }) {
  const submit = useSubmit();
  const [isWaiting, setWaiting] = useState(false);
  const { isSaved, revision } = draft;
  const send = useEffectEvent(() =>
    submit({ form: 'publish', revision: String(revision) }, { method: 'post', preventScrollReset: true }),
  );
  useEffect(() => {
    if (!isWaiting || !isSaved) return;
    void send().finally(() => setWaiting(false));
  }, [isWaiting, isSaved]);
  return (
    <Button busy={isWaiting} onClick={() => setWaiting(true)}>
      Publish
    </Button>
  );
}

/** A fact without a value has its sentence left out; an empty one only lets it be shown. */
function stateOf(meaning: string, value: string | null): string {
  if (value === null) return `${meaning}. Its sentence is hidden now`;
  return value === '' ? `${meaning}. Its sentence is shown now` : `${meaning}. Currently “${value}”`;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <details className="mb-4">
      <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Variables you can use</summary>
      <dl className="space-y-1 text-sm">
        {facts.map(({ name, meaning, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd className="text-soft">{stateOf(meaning, value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const countIn = (issues: Readonly<Record<string, string>>, name: string) =>
  Object.keys(issues).filter((path) => path === name || path.startsWith(`${name}.`)).length;

/** Places of invalid fields in words. Those inside of a picture are one. */
const markedPlaces = (schema: FieldSchema, issues: Draft['issues']): string[] => [
  ...new Set(Object.keys(issues).map((path) => placeOf(schema, path.replace(/\.(?:src|width|height|widths)$/, '')))),
];

/** Texts of the document, then its parts, one open at a time. They say what needs mending. */
function Parts({ document, draft }: { document: DocumentView; draft: Draft }) {
  const { body, issues, change } = draft;
  const all = Object.entries(document.schema.properties ?? {});
  const isPart = (type: string | undefined) => type === 'object' || type === 'array';
  const field = (name: string, schema: FieldSchema) => (
    <ContentField
      key={name}
      schema={schema}
      value={body[name]}
      path={name}
      issues={issues}
      onChange={(value) => change({ ...body, [name]: value })}
    />
  );
  const texts = all.filter(([, { type }]) => !isPart(type));
  return (
    <>
      {texts.length === 0 ? null : (
        <div className="space-y-4 rounded-card border border-line bg-white p-4">
          {texts.map(([name, schema]) => field(name, schema))}
        </div>
      )}
      {all
        .filter(([, { type }]) => isPart(type))
        .map(([name, schema]) => {
          const count = countIn(issues, name);
          return (
            <details key={name} name="part" data-path={name} className="rounded-card border border-line bg-white">
              <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 font-medium">
                <span>{schema.title}</span>
                {count === 0 ? null : (
                  <span className="text-sm text-berry">
                    {count === 1 ? '1 field to fix' : `${count} fields to fix`}
                  </span>
                )}
              </summary>
              <div className="px-4 pb-4">{field(name, schema)}</div>
            </details>
          );
        })}
    </>
  );
}

type ScheduleProps = { document: DocumentView; draft: Draft; isOverdue: boolean };

function Schedule({ document, draft, isOverdue }: ScheduleProps) {
  const hidden = { revision: String(draft.revision) };
  if (document.publishAt !== null) {
    return (
      <ActionForm name="schedule" submit="Cancel schedule" look="quiet" hidden={{ ...hidden, at: '' }}>
        <p className="text-sm">
          {isOverdue
            ? `The draft was due on ${formatDateTime(document.publishAt)} and is not published yet.`
            : `This draft will be published on ${formatDateTime(document.publishAt)}.`}
        </p>
      </ActionForm>
    );
  }
  return (
    <CollapsibleForm
      title="Publish later…"
      name="schedule"
      submit="Schedule"
      isDisabled={!draft.isSaved}
      hidden={hidden}
      fields={[{ name: 'at', kind: 'moment', label: 'Publish on (shop time)' }]}
    />
  );
}

/** Kinds of emails or PDFs, which have a preview each. */
function kindsOf({ key, schema }: DocumentView) {
  if (key !== 'emails' && key !== 'orderPdfs') return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, { title = name }]) =>
    name === 'shared' ? [] : [{ name, title }],
  );
}

/** Returns the page of the post at a path such as 'posts.2', or null. */
function postPage({ body, key }: { body: Body; key: string }, path: string): string | null {
  const index = key === 'blog' ? /^posts\.(\d+)$/.exec(path)?.[1] : undefined;
  const post = index === undefined ? undefined : (body as { posts: { slug: string }[] }).posts[Number(index)];
  return post === undefined || post.slug === '' ? null : `/blog/${post.slug}`;
}

type EditorProps = {
  document: DocumentView;
  /** Sentences that differ from the shop's facts. */
  warnings: readonly FigureWarning[];
  /** True if its scheduled publication is due and did not happen yet. */
  isOverdue: boolean;
  facts: readonly Fact[];
};

/**
 * Editor of a document: its form, the real page beside it, and its history. A link's fragment, such
 * as `#content-hero.title`, opens that field.
 */
export function Editor({ document, warnings, isOverdue, facts }: EditorProps) {
  const draft = useDraft({ ...document, warnings });
  const [isPreviewing, setPreviewing] = useState(false);
  const isHydrated = useIsHydrated();
  const { hash } = useLocation();
  useEffect(() => {
    if (isHydrated) focusFieldOfHash(hash);
  }, [isHydrated, hash]);
  const { key, title } = document;
  const kinds = kindsOf(document);
  const [kind, setKind] = useState(kinds[0]?.name ?? '');
  /** Path of the part or entry that was focused last. */
  const [place, setPlace] = useState('');
  const [page, setPage] = useState(document.page);
  // The page of a post exists at its new address once that is saved.
  const editedPage = postPage({ body: draft.body, key }, place) ?? document.page;
  if (draft.isSaved && editedPage !== page) setPage(editedPage);
  const onFocus = ({ target }: { target: HTMLElement }) => {
    const path = target.closest('[data-path]')?.getAttribute('data-path') ?? '';
    setPlace(path);
    if (kinds.some(({ name }) => name === path)) setKind(path);
  };
  const onPick = (path: string) => {
    setPreviewing(false);
    // The form may be hidden until the next frame.
    requestAnimationFrame(() => focusField(path));
  };
  const canDrop = draft.isDraft && draft.isSaved;
  return (
    <>
      <noscript>
        <p className="mb-4 rounded-xl border border-berry bg-blush p-4">Turn on JavaScript to edit content.</p>
      </noscript>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(22rem,30rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <div className="sticky top-0 z-10 -mx-1 mb-4 flex flex-wrap items-center gap-3 bg-cream px-1 py-2">
            <PublishButton draft={draft} />
            <Button look="second" disabled={!draft.canUndo} onClick={draft.undo}>
              Undo
            </Button>
            <Button
              look="second"
              aria-pressed={isPreviewing}
              className="xl:hidden"
              onClick={() => setPreviewing(!isPreviewing)}
            >
              {isPreviewing ? 'Back to editing' : 'Preview'}
            </Button>
          </div>
          {document.refusal === null ? null : (
            <p className="mb-4 rounded-xl border border-berry bg-blush p-4 text-sm">{document.refusal}</p>
          )}
          <SaveState draft={draft} schema={document.schema} />
          <FigureWarnings warnings={draft.warnings} onPick={onPick} />
          <div className={classes('space-y-3', isPreviewing && 'max-xl:hidden')} inert={!isHydrated} onFocus={onFocus}>
            <Facts facts={facts} />
            <Parts document={document} draft={draft} />
          </div>
          <div className={classes('mt-6 space-y-2', isPreviewing && 'max-xl:hidden')}>
            {draft.isDraft ? <Schedule document={document} draft={draft} isOverdue={isOverdue} /> : null}
            {canDrop ? (
              <ConfirmedForm
                label="Discard draft…"
                question="Discard this draft and go back to the published version? This can’t be undone."
                name="discard"
                submit="Discard draft"
                hidden={{ revision: String(draft.revision) }}
              />
            ) : null}
          </div>
        </div>
        <div className={classes('sticky top-4 h-[calc(100dvh-2rem)]', !isPreviewing && 'max-xl:hidden')}>
          {isHydrated ? (
            <Preview
              page={page}
              documentKey={key}
              revision={draft.revision}
              title={title}
              body={draft.body}
              marked={markedPlaces(document.schema, draft.issues)}
              kinds={kinds}
              kind={kind}
              onKind={setKind}
              onPick={onPick}
            />
          ) : null}
        </div>
      </div>
      <div className="mt-8">
        <History versions={document.versions} />
      </div>
    </>
  );
}
