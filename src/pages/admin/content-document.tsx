import type { ReactNode } from 'react';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';

import { sampleMail } from '#app/mail-registry.server.ts';
import { draftContent, presentFacts } from '#modules/content/content.server.ts';
import { storeLogo, storePicture } from '#modules/content/content-pictures.server.ts';
import { figureWarnings } from '#modules/content/claims-check.ts';
import { isDocumentKey, type DocumentKey } from '#modules/content/documents.server.ts';
import { contentRefusals, sameTextSentence } from '#modules/content/edit-content.schema.ts';
import {
  discardDraft,
  documentView,
  publicationSentence,
  publishDraft,
  restoreVersion,
  saveDraft,
  schedulePublication,
  type IsHeadlineTestRunning,
} from '#modules/content/edit-content.server.ts';
import { emailKinds } from '#modules/content/emails.schema.ts';
import { factMeanings, type TemplateVariables } from '#modules/content/template-variables.ts';
import { enqueueSample } from '#modules/email/test-mail.server.ts';
import { findHeadlineTest } from '#modules/marketing/headline-test.queries.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { optionalMoment } from '#platform/http/form-fields.server.ts';
import type { LogoUse } from '#platform/images/drawn-logo.server.ts';
import { photoProblems, type PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import {
  final,
  formSuccess,
  adminAction,
  withParsedFields,
  formError,
  replyFromResult,
  type SentForm,
} from '../forms/form-action.server.ts';
import type { Route } from './+types/content-document.ts';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';
import { Editor } from './content/editor.tsx';
import type { ContentLogo, UploadedPicture } from './content/picture-slot.tsx';
import type { SavedDraft } from './content/use-draft.ts';
import { titled } from './navigation.ts';

function keyOf(params: Record<string, string | undefined>): DocumentKey {
  const { key = '' } = params;
  if (!isDocumentKey(key)) throw notFound();
  return key;
}

/** Returns sentences that differ from the shop's facts. The ledger of claims has other figures. */
const warningsOf = (key: DocumentKey, body: unknown, facts: TemplateVariables) =>
  key === 'claims' ? [] : figureWarnings(body, facts);

export const loader = adminLoader(async ({ ctx, params }) => {
  const facts = await presentFacts(ctx);
  const document = await documentView(ctx.db, keyOf(params));
  return {
    document,
    warnings: warningsOf(document.key, document.body, facts),
    isOverdue: document.publishAt !== null && document.publishAt <= ctx.now(),
    facts: Object.entries(factMeanings).map(([name, meaning]) => ({
      name,
      meaning,
      value: facts[name] ?? null,
    })),
  };
});

/** Never after a saved draft, an uploaded picture or a test mail: the editor has them already. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  ['save', 'picture', 'logo', 'icon', 'test'].some((form) => formData?.get('form') === form)
    ? false
    : defaultShouldRevalidate;

const edited = ({ params, values }: SentForm) => ({ key: keyOf(params), revision: Number(values.revision ?? '-1') });

const maxDraftBytes = 500_000;

/** Returns the value in a JSON file. Null if there is none, or it is too large. */
async function jsonIn(file: FormDataEntryValue | null): Promise<unknown> {
  if (!(file instanceof File) || file.size > maxDraftBytes) return null;
  try {
    return JSON.parse(await file.text());
  } catch {
    return null;
  }
}

async function fileIn(form: FormData): Promise<Uint8Array> {
  const file = form.get('file');
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
}

const uploadReply = <P,>(stored: Result<P, PhotoProblem>) =>
  stored.ok ? formSuccess('', stored.value) : formError(photoProblems[stored.reason]);

const logoUpload =
  (use: LogoUse) =>
  async ({ ctx, form }: SentForm) =>
    uploadReply(await storeLogo(ctx, await fileIn(form), use));

const kindOfMail = z.object({ kind: z.enum(emailKinds) });

const versionId = z.object({
  version: z
    .string()
    .regex(/^\d{0,15}$/)
    .transform((text) => (text === '' ? null : Number(text))),
});

const isCompared: IsHeadlineTestRunning = async (db) => (await findHeadlineTest(db)).isOn;

type Publication = Awaited<ReturnType<typeof publishDraft | typeof restoreVersion>>;

function publicationReply(published: Publication, success: string) {
  if (published.ok || published.reason !== 'unproven') return replyFromResult(published, contentRefusals, success);
  return formError(publicationSentence(published));
}

export const action = adminAction<'/admin/content/:key', SavedDraft | UploadedPicture | ContentLogo>(
  '/admin/content/:key',
  {
    async save(sent) {
      const { ctx, actor, form } = sent;
      // A form has at most 100 KB of text fields, so a draft is sent as a file.
      const file = form.get('body');
      if (file instanceof File && file.size > maxDraftBytes) return formError(contentRefusals.too_long);
      const body = await jsonIn(file);
      const saved = await saveDraft(ctx, actor, { ...edited(sent), body, base: await jsonIn(form.get('base')) });
      if (saved.ok) {
        const { merged: stored, ...rest } = saved.value;
        const warnings = warningsOf(keyOf(sent.params), stored ?? body, await presentFacts(ctx));
        return formSuccess('', { ...rest, warnings, stored });
      }
      if (saved.reason === 'unreadable') return formError(contentRefusals.unreadable);
      const { body: stored, ...newest } = saved.stored;
      const result = { ...newest, issues: {}, warnings: [], stored };
      return { ...formError(sameTextSentence(saved.places)), conflict: true, result };
    },
    picture: async ({ ctx, form }) => uploadReply(await storePicture(ctx, await fileIn(form))),
    logo: logoUpload('logo'),
    icon: logoUpload('icon'),
    async publish(sent) {
      const { ctx, actor } = sent;
      const published = await publishDraft(ctx, { ...edited(sent), actor, isCompared });
      return publicationReply(published, 'Published. Your changes are live.');
    },
    schedule: withParsedFields(z.object({ at: optionalMoment }), async (sent, { at }) => {
      const scheduled = await schedulePublication(sent.ctx, { ...edited(sent), at });
      return replyFromResult(scheduled, contentRefusals, {
        success: at === null ? 'Schedule cancelled.' : `Scheduled to publish on ${formatDateTime(at)}.`,
        fields: { past: 'at' },
      });
    }),
    test: withParsedFields(kindOfMail, async ({ ctx, limits, user }, { kind }) => {
      const { emails } = await draftContent(ctx, 'emails');
      const sent = await enqueueSample(ctx, limits, { kind, emails, admin: user, template: sampleMail });
      const refusals = { too_many: 'You’ve reached the limit of 10 test emails an hour. Try again later.' };
      return replyFromResult(sent, refusals, `Test email sent to ${user.email}.`);
    }),
    discard: final(async (sent) =>
      replyFromResult(await discardDraft(sent.ctx, edited(sent)), contentRefusals, 'Draft discarded.'),
    ),
    restore: final(
      withParsedFields(versionId, async ({ ctx, actor, params }, { version }) => {
        const restored = await restoreVersion(ctx, actor, { key: keyOf(params), versionId: version, isCompared });
        return publicationReply(restored, 'Version restored. It’s live now.');
      }),
    ),
  },
);

export const meta = (args: Route.MetaArgs) => titled(args.loaderData?.document.title ?? 'Content')(args);

/** Sentences below the titles of documents whose page also shows texts edited elsewhere. */
const leads: Partial<Record<DocumentKey, ReactNode>> = {
  product: (
    <>
      <span>Images uploaded on the Product page come first in the gallery, before the images here. </span>
      <Link to="/admin/product" className="text-berry underline underline-offset-4">
        Edit the product’s name, price, features and images
      </Link>
    </>
  ),
};

export default function ContentDocumentPage({
  loaderData: { document, warnings, isOverdue, facts },
}: Route.ComponentProps) {
  const { key, title, page, revision } = document;
  // Without an order, this page shows no texts of the document.
  const shown = key === 'afterOrder' ? `${page}?draft=${key}` : page;
  return (
    <AdminPage
      title={title}
      back={{ to: '/admin/content', label: 'Content' }}
      lead={leads[key]}
      buttons={
        page.startsWith('/admin/') ? null : (
          <ButtonLink to={shown} look="second" reloadDocument>
            View page
          </ButtonLink>
        )
      }
    >
      <Editor key={`${key} ${revision}`} document={document} warnings={warnings} isOverdue={isOverdue} facts={facts} />
    </AdminPage>
  );
}
