import { useEffect, useEffectEvent, useState } from 'react';
import { useSubmit } from 'react-router';

import type { FieldSchema } from '#modules/content/document-fields.schema.ts';
import type { DocumentView } from '#modules/content/edit-content.server.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { ConfirmedForm, FoldedForm } from '../components/folded-form.tsx';
import { ContentField } from './content-fields.tsx';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { useDraft, type Draft } from './use-draft.ts';

type Fact = { name: string; meaning: string; value: string };

function SaveState({ draft, documentKey }: { draft: Draft; documentKey: string }) {
  const { conflict, problem, isSaved, isDraft } = draft;
  if (conflict !== null) {
    return (
      <div role="alert" className="mb-4 rounded-xl border border-berry bg-blush p-4 text-wine">
        <p>{conflict.savedBy === null ? conflict.message : `${conflict.message} It was ${conflict.savedBy}.`}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <a
            href={`/admin/content/${documentKey}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-berry underline underline-offset-4"
          >
            Look at theirs
          </a>
          <Button look="second" onClick={draft.overwrite}>
            Save mine over it
          </Button>
        </div>
      </div>
    );
  }
  const words = isSaved ? (isDraft ? 'The draft is saved.' : 'Pages show this.') : 'Saving…';
  return (
    <p role="status" className={classes('mb-4 text-sm', problem === null ? 'text-soft' : 'text-berry')}>
      {problem === null ? words : `Not saved yet, your text is kept here. ${problem}`}
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

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <details className="mb-4">
      <summary className="inline-flex min-h-11 items-center text-berry hover:underline">
        Facts that texts can name
      </summary>
      <dl className="space-y-1 text-sm">
        {facts.map(({ name, meaning, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd className="text-soft">{`${meaning}, now “${value}”`}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const countIn = (issues: Readonly<Record<string, string>>, name: string) =>
  Object.keys(issues).filter((path) => path === name || path.startsWith(`${name}.`)).length;

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
            <details key={name} name="part" className="rounded-card border border-line bg-white">
              <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 font-medium">
                <span>{schema.title}</span>
                {count === 0 ? null : (
                  <span className="text-sm text-berry">
                    {count === 1 ? '1 field to mend' : `${count} fields to mend`}
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

function Schedule({ document, draft }: { document: DocumentView; draft: Draft }) {
  const hidden = { revision: String(draft.revision) };
  if (document.publishAt !== null) {
    return (
      <ActionForm name="schedule" submit="Do not publish it then" look="quiet" hidden={{ ...hidden, at: '' }}>
        <p className="text-sm">{`The draft is published on ${shortMoment(document.publishAt)}.`}</p>
      </ActionForm>
    );
  }
  return (
    <FoldedForm
      title="Publish later…"
      name="schedule"
      submit="Schedule"
      isDisabled={!draft.isSaved}
      hidden={hidden}
      fields={[{ name: 'at', kind: 'moment', label: 'Publish at (shop time)' }]}
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

/** Editor of a document: its form, the real page beside it, and its history. */
export function Editor({ document, facts }: { document: DocumentView; facts: readonly Fact[] }) {
  const draft = useDraft(document);
  const [isPreviewing, setPreviewing] = useState(false);
  const isHydrated = useIsHydrated();
  const { key, page, title } = document;
  const canDrop = draft.isDraft && draft.isSaved;
  return (
    <>
      <noscript>
        <p className="mb-4 rounded-xl border border-berry bg-blush p-4">Editing content needs JavaScript.</p>
      </noscript>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(22rem,30rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <div className="sticky top-0 z-10 -mx-1 mb-4 flex flex-wrap items-center gap-3 bg-cream px-1 py-2">
            <PublishButton draft={draft} />
            <Button
              look="second"
              aria-pressed={isPreviewing}
              className="xl:hidden"
              onClick={() => setPreviewing(!isPreviewing)}
            >
              {isPreviewing ? 'Back to the form' : 'Preview'}
            </Button>
          </div>
          <SaveState draft={draft} documentKey={key} />
          <div className={classes('space-y-3', isPreviewing && 'max-xl:hidden')} inert={!isHydrated}>
            <Facts facts={facts} />
            <Parts document={document} draft={draft} />
          </div>
          <div className={classes('mt-6 space-y-2', isPreviewing && 'max-xl:hidden')}>
            {draft.isDraft ? <Schedule document={document} draft={draft} /> : null}
            {canDrop ? (
              <ConfirmedForm
                label="Discard the draft…"
                question="The form shows what is published again. Discard the draft?"
                name="discard"
                submit="Discard the draft"
                hidden={{ revision: String(draft.revision) }}
              />
            ) : null}
          </div>
        </div>
        <div className={classes('sticky top-4 h-[calc(100dvh-2rem)]', !isPreviewing && 'max-xl:hidden')}>
          {isHydrated ? (
            <Preview page={page} documentKey={key} revision={draft.revision} title={title} kinds={kindsOf(document)} />
          ) : null}
        </div>
      </div>
      <div className="mt-8">
        <History versions={document.versions} />
      </div>
    </>
  );
}
