import { Link, redirect } from 'react-router';

import {
  deleteUnusedPictures,
  unusedPictures,
  usedPictures,
  type PicturesDeleted,
} from '#modules/content/content-pictures.server.ts';
import { documentOfPage } from '#modules/content/documents.server.ts';
import { listContent } from '#modules/content/edit-content.server.ts';
import { listPhotographs } from '#modules/content/photograph-checklist.server.ts';
import { nonEmptyLines } from '#shared/form-values.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';

import { final, formError, formSuccess, adminAction } from '../forms/form-action.server.ts';
import type { Route } from './+types/content.ts';
import { adminLoader } from './admin-loader.server.ts';
import { Badge } from './components/badge.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { AdminPage, Panel } from './components/page.tsx';

/** A page's link to its editor names the page. */
export const loader = adminLoader(async ({ ctx, query }) => {
  const key = documentOfPage(query.text('page'));
  if (key !== null) throw redirect(`/admin/content/${key}`);
  const documents = await listContent(ctx.db);
  const photographs = await listPhotographs(ctx.db);
  const [used, unused] = [await usedPictures(ctx), await unusedPictures(ctx)];
  return {
    photographs: photographs.map((photograph) => ({ id: `${photograph.key}.${photograph.path}`, ...photograph })),
    documents: documents.map((document) => ({ id: document.key, ...document })),
    used,
    unused,
  };
});

const maxNamedPlaces = 10;

/** Sentence about deleted images, and about those that stay because a place needs them. */
function deletedSentence({ deleted, stayed }: PicturesDeleted): string {
  const done = deleted === 1 ? '1 image deleted.' : `${deleted} images deleted.`;
  if (stayed.length === 0) return done;
  const places = [...new Set(stayed.flatMap((one) => one.places))].slice(0, maxNamedPlaces).join(', ');
  return stayed.length === 1
    ? `${done} 1 image wasn’t deleted, because it is used: ${places}.`
    : `${done} ${stayed.length} images weren’t deleted, because they are used: ${places}.`;
}

export const action = adminAction('/admin/content', {
  'delete-pictures': final(async ({ ctx, actor, values }) => {
    const ids = nonEmptyLines(values.pictures ?? '').filter(isUuid);
    const result = await deleteUnusedPictures(ctx, actor, ids);
    return result.stayed.length > 0 && result.deleted === 0
      ? formError(deletedSentence(result))
      : formSuccess(deletedSentence(result));
  }),
});

type Row = Route.ComponentProps['loaderData']['documents'][number];

function State({ document: { isDraft, draftBy, publishAt, isRefused } }: { document: Row }) {
  if (isRefused) return <Badge tone="warn">Publication refused</Badge>;
  if (publishAt !== null) return <Badge tone="active">{`Publishes ${formatDateTime(publishAt)}`}</Badge>;
  return isDraft ? (
    <Badge tone="warn">{`Draft by ${draftBy ?? 'an admin'}`}</Badge>
  ) : (
    <Badge tone="good">Published</Badge>
  );
}

const onlyOnLanding: ReadonlySet<Row['key']> = new Set(['landing', 'endorsements']);

/** Page or pages that show a document, in words. */
function shownOn({ key, page }: Row): string {
  if (key === 'orderPdfs') return 'Order PDFs';
  if (page.startsWith('/admin/')) return 'Emails to customers';
  return page === '/' && !onlyOnLanding.has(key) ? 'Every page' : page;
}

const columns: readonly Column<Row>[] = [
  { title: 'Content', render: ({ title }) => title, to: ({ key }) => `/admin/content/${key}`, isHead: true },
  { title: 'Shown on', render: shownOn },
  { title: 'Status', render: (row) => <State document={row} /> },
];

type PhotographRow = Route.ComponentProps['loaderData']['photographs'][number];

const photographColumns: readonly Column<PhotographRow>[] = [
  {
    title: 'Photograph',
    render: ({ title }) => title,
    to: ({ key, path }) => `/admin/content/${key}#content-${path}-file`,
    isHead: true,
  },
  { title: 'Page', render: ({ page }) => page },
  { title: 'Shape', render: ({ shape }) => shape },
  { title: 'What to show', render: ({ show }) => show },
  {
    title: 'Status',
    render: ({ src, isOwn }) =>
      isOwn ? (
        <Badge tone="good">Your photograph</Badge>
      ) : (
        <Badge tone="warn">{src === null ? 'Removed' : 'Computer-generated'}</Badge>
      ),
  },
];

function Photographs({ photographs }: { photographs: readonly PhotographRow[] }) {
  const own = photographs.filter(({ isOwn }) => isOwn).length;
  return (
    <Panel title="Twelve photographs that sell it" className="mt-6">
      <p className="mb-3 text-soft">
        {`The shop comes with computer-generated images. Photographs of your product sell better. ${own} of ${photographs.length} are yours.`}
      </p>
      <DataTable caption="Twelve photographs" columns={photographColumns} rows={photographs} />
    </Panel>
  );
}

type UsedRow = Route.ComponentProps['loaderData']['used'][number];

function Places({ uses }: Pick<UsedRow, 'uses'>) {
  if (uses.length === 0) return <span className="text-soft">Only in earlier versions</span>;
  return (
    <ul>
      {uses.map(({ key, path, place, isDraft }) => (
        <li key={`${key} ${path}`}>
          <Link
            to={`/admin/content/${key}#content-${path}-file`}
            className="inline-block min-h-6 text-berry underline underline-offset-4"
          >
            {isDraft ? `${place} (draft)` : place}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const usedColumns: readonly Column<UsedRow>[] = [
  {
    title: 'Image',
    isHead: true,
    render: ({ src, width, height, createdAt }) => (
      <img
        src={src}
        alt={`Uploaded ${formatDateTime(createdAt)}`}
        width={width}
        height={height}
        loading="lazy"
        className="size-20 rounded-xl bg-blush object-cover"
      />
    ),
  },
  { title: 'Size', render: ({ width, height }) => `${width} × ${height}` },
  { title: 'Uploaded', render: ({ createdAt }) => formatDateTime(createdAt) },
  { title: 'Used in', render: ({ uses }) => <Places uses={uses} /> },
];

function UsedPictures({ pictures }: { pictures: readonly UsedRow[] }) {
  return (
    <Panel title="Uploaded images in use" className="mt-6">
      <p className="mb-3 text-soft">An image can be deleted once nothing uses it. To replace one, open its place.</p>
      <DataTable caption="Uploaded images in use" columns={usedColumns} rows={pictures} />
    </Panel>
  );
}

type UnusedProps = { pictures: Route.ComponentProps['loaderData']['unused'] };

function UnusedPictures({ pictures }: UnusedProps) {
  const count = pictures.length === 1 ? 'this image' : `these ${pictures.length} images`;
  return (
    <Panel title="Unused images" className="mt-6">
      <p className="mb-3 text-soft">No page, draft or earlier version uses these images.</p>
      <ul className="mb-3 flex flex-wrap gap-3">
        {pictures.map(({ id, src, width, height, createdAt }) => (
          <li key={id}>
            <img
              src={src}
              alt={`Uploaded ${formatDateTime(createdAt)}`}
              width={width}
              height={height}
              loading="lazy"
              className="size-24 rounded-xl bg-blush object-cover"
            />
          </li>
        ))}
      </ul>
      <ConfirmedForm
        label="Delete images…"
        question={`Delete ${count} permanently?`}
        name="delete-pictures"
        submit="Delete"
        hidden={{ pictures: pictures.map(({ id }) => id).join('\n') }}
      />
    </Panel>
  );
}

export default function ContentPage({ loaderData: { documents, photographs, used, unused } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Content"
      lead="All the shop’s text and images. Drafts save as you type. Changes go live when you publish."
    >
      <DataTable caption="Text and images" columns={columns} rows={documents} />
      <Photographs photographs={photographs} />
      {used.length === 0 ? null : <UsedPictures pictures={used} />}
      {unused.length === 0 ? null : <UnusedPictures pictures={unused} />}
    </AdminPage>
  );
}
