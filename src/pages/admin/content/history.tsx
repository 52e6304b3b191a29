import type { DocumentView, Version } from '#modules/content/edit-content.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ConfirmedForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';

function Changes({ changes }: Pick<Version, 'changes'>) {
  if (changes.length === 0) return <p className="text-sm text-soft">No text changes from the previous version.</p>;
  return (
    <ul className="space-y-2 text-sm">
      {changes.map(({ place, before, after }) => (
        <li key={place} className="wrap-anywhere">
          <span className="block text-soft">{place}</span>
          {before === null ? null : <del className="block text-wine">{before}</del>}
          {after === null ? null : <ins className="block text-leaf no-underline">{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** One version of a document. The newest is live, the others can be restored. */
function PublishedVersion({ version, isLive }: { version: DocumentView['versions'][number]; isLive: boolean }) {
  const { id, publishedAt, publishedBy, changes } = version;
  const named = publishedAt === null ? 'the original content' : `the version from ${formatDateTime(publishedAt)}`;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{publishedAt === null ? 'Original content' : `${formatDateTime(publishedAt)} by ${publishedBy ?? ''}`}</p>
        {isLive ? (
          <span className="text-sm text-soft">Live now</span>
        ) : (
          <ConfirmedForm
            name="restore"
            id={String(id ?? 'default')}
            label="Restore…"
            submitLabel={`Restore ${named}…`}
            question={`Publish ${named} right away? It replaces what visitors see now.`}
            submit="Restore and publish"
            hidden={{ version: id === null ? '' : String(id) }}
          />
        )}
      </div>
      {id === null ? null : (
        <details>
          <summary className="inline-flex min-h-11 items-center text-berry hover:underline">
            {changes.length === 1 ? '1 change' : `${changes.length} changes`}
          </summary>
          <Changes changes={changes} />
        </details>
      )}
    </li>
  );
}

/** Published versions, newest first, with their changes. Earlier ones can be restored. */
export function History({ versions }: Pick<DocumentView, 'versions'>) {
  return (
    <Panel title="History">
      <ol className="divide-y divide-line">
        {versions.map((version, index) => (
          <PublishedVersion key={version.id ?? 'default'} version={version} isLive={index === 0} />
        ))}
      </ol>
    </Panel>
  );
}
