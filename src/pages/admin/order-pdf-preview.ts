import { samplePdfs } from '#modules/orders/sample-pdf.server.ts';
import { shopSettings } from '#modules/settings/shop-settings.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';

import { pageContent } from '../page-content.server.ts';
import { pdfFile } from '../order-pdf-response.server.ts';
import { adminLoader } from './admin-loader.server.ts';

/** Serves a sample of a PDF with the draft's words, for the editor's frame. */
export const loader = adminLoader(async ({ query, ...request }) => {
  const kind = query.text('kind') || 'invoice';
  if (!isKind(kind)) throw notFound();
  const [{ seller }, content] = await Promise.all([shopSettings(request.ctx.db), pageContent(request)]);
  const file = pdfFile(kind, await samplePdfs[kind]({ ...content, seller }));
  file.headers.set('x-frame-options', 'SAMEORIGIN');
  return file;
});

const isKind = (kind: string): kind is keyof typeof samplePdfs => Object.hasOwn(samplePdfs, kind);
