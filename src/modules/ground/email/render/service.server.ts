import { render, toPlainText } from '@react-email/render';

import type { MailKind } from '../rules.ts';

export type RenderedMail = { subject: string; html: string; text: string };

/** A mail as it is sent: subject, HTML, and the same in plain text. */
export async function renderMail<Props extends object>(kind: MailKind<Props>, props: Props): Promise<RenderedMail> {
  const html = await render(await kind.body(props));
  return { subject: kind.subject(props), html, text: kind.text?.(props) ?? toPlainText(html) };
}
