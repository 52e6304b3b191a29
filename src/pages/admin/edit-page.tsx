import { redirect } from 'react-router';

import { documentOfPage } from '#modules/content/documents.server.ts';

import { adminLoader } from './admin-loader.server.ts';

/** Opens the editor of the document that a page of the shop shows, or the list of all. */
export const loader = adminLoader(({ query }) => {
  const key = documentOfPage(query.text('page'));
  return redirect(key === null ? '/admin/content' : `/admin/content/${key}`);
});

/** Never shown: the loader leads elsewhere. */
export default function EditPage() {
  return null;
}
