import { listContent } from '#modules/content/edit-content.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import type { Route } from './+types/content.ts';
import { adminLoader } from './admin-loader.server.ts';
import { Badge } from './components/badge.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx }) => {
  const documents = await listContent(ctx.db);
  return { documents: documents.map((document) => ({ id: document.key, ...document })) };
});

type Row = Route.ComponentProps['loaderData']['documents'][number];

function State({ isDraft, draftBy, publishAt }: Row) {
  if (publishAt !== null) return <Badge tone="active">{`Publishes ${shortMoment(publishAt)}`}</Badge>;
  return isDraft ? (
    <Badge tone="warn">{`Draft by ${draftBy ?? 'an admin'}`}</Badge>
  ) : (
    <Badge tone="good">Published</Badge>
  );
}

const columns: readonly Column<Row>[] = [
  { title: 'Content', render: ({ title }) => title, to: ({ key }) => `/admin/content/${key}`, isHead: true },
  { title: 'Shown on', render: ({ page }) => page },
  { title: 'State', render: (row) => <State {...row} /> },
];

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Content"
      lead="Every text and picture of the shop. A draft is saved as you type; the shop shows it when you publish."
    >
      <DataTable caption="Texts and pictures" columns={columns} rows={loaderData.documents} />
    </Page>
  );
}
