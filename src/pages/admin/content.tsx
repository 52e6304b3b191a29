import { redirect } from 'react-router';

import { deleteUnusedPictures, pictureSource, unusedPictures } from '#modules/content/content-pictures.server.ts';
import { documentOfPage } from '#modules/content/documents.server.ts';
import { listContent } from '#modules/content/edit-content.server.ts';
import { linesOf } from '#shared/form-values.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';

import { done, adminAction } from '../forms/form-action.server.ts';
import type { Route } from './+types/content.ts';
import { adminLoader } from './admin-loader.server.ts';
import { Badge } from './components/badge.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { ConfirmedForm } from './components/folded-form.tsx';
import { Page, Panel } from './components/page.tsx';

/** A page's link to its editor names the page. */
export const loader = adminLoader(async ({ ctx, query }) => {
  const key = documentOfPage(query.text('page'));
  if (key !== null) throw redirect(`/admin/content/${key}`);
  const documents = await listContent(ctx.db);
  const unused = await unusedPictures(ctx);
  return {
    documents: documents.map((document) => ({ id: document.key, ...document })),
    unused: unused.map(({ id, width, height, createdAt }) => ({
      id,
      src: pictureSource(id),
      width,
      height,
      createdAt,
    })),
  };
});

export const action = adminAction('/admin/content', {
  async 'delete-pictures'({ ctx, actor, values }) {
    const count = await deleteUnusedPictures(ctx, actor, linesOf(values.pictures ?? '').filter(isUuid));
    return done(count === 1 ? '1 picture is deleted.' : `${count} pictures are deleted.`);
  },
});

type Row = Route.ComponentProps['loaderData']['documents'][number];

function State({ document: { isDraft, draftBy, publishAt } }: { document: Row }) {
  if (publishAt !== null) return <Badge tone="active">{`Publishes ${shortMoment(publishAt)}`}</Badge>;
  return isDraft ? (
    <Badge tone="warn">{`Draft by ${draftBy ?? 'an admin'}`}</Badge>
  ) : (
    <Badge tone="good">Published</Badge>
  );
}

/** Page or pages that show a document, in words. */
function shownOn({ key, page }: Row): string {
  if (key === 'orderPdfs') return 'PDFs of orders';
  if (page.startsWith('/admin/')) return 'Emails to customers';
  return page === '/' && key !== 'landing' ? 'Every page' : page;
}

const columns: readonly Column<Row>[] = [
  { title: 'Content', render: ({ title }) => title, to: ({ key }) => `/admin/content/${key}`, isHead: true },
  { title: 'Shown on', render: shownOn },
  { title: 'State', render: (row) => <State document={row} /> },
];

type UnusedProps = { pictures: Route.ComponentProps['loaderData']['unused'] };

function UnusedPictures({ pictures }: UnusedProps) {
  const count = pictures.length === 1 ? 'this picture' : `these ${pictures.length} pictures`;
  return (
    <Panel title="Unused pictures" className="mt-6">
      <p className="mb-3 text-soft">No page, draft or earlier version shows them.</p>
      <ul className="mb-3 flex flex-wrap gap-3">
        {pictures.map(({ id, src, width, height, createdAt }) => (
          <li key={id}>
            <img
              src={`${src}-480.jpg`}
              alt={`Uploaded ${shortMoment(createdAt)}`}
              width={width}
              height={height}
              loading="lazy"
              className="size-24 rounded-xl bg-blush object-cover"
            />
          </li>
        ))}
      </ul>
      <ConfirmedForm
        label="Delete them…"
        question={`Delete ${count} for good?`}
        name="delete-pictures"
        submit="Delete"
        hidden={{ pictures: pictures.map(({ id }) => id).join('\n') }}
      />
    </Panel>
  );
}

export default function ContentPage({ loaderData: { documents, unused } }: Route.ComponentProps) {
  return (
    <Page
      title="Content"
      lead="Every text and picture of the shop. A draft is saved as you type; the shop shows it when you publish."
    >
      <DataTable caption="Texts and pictures" columns={columns} rows={documents} />
      {unused.length === 0 ? null : <UnusedPictures pictures={unused} />}
    </Page>
  );
}
