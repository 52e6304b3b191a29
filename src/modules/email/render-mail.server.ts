import { convert, type HtmlToTextOptions } from 'html-to-text';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { MailKind, MailContext } from './mail.ts';
import { MailThemeContext } from './mails/mail-theme-context.server.tsx';

export type RenderedMail = { subject: string; html: string; text: string };

const documentType =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/** Preload links that React adds for browsers. Mail programs do not support them. */
const preload = /<link rel="preload" as="image"[^>]*>/g;

/** Plain text of a mail: no pictures, no preview text, and each table cell on a line of its own. */
const textOptions: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
};

/** Renders a mail: subject, HTML and plain text. */
export async function renderMail<Props extends object>(
  kind: MailKind<Props>,
  props: Props,
  shop: MailContext,
): Promise<RenderedMail> {
  const body = await kind.body(props, shop);
  const markup = renderToStaticMarkup(createElement(MailThemeContext, { value: shop.theme }, body));
  const html = `${documentType}${markup.replaceAll(preload, '')}`;
  return { subject: kind.subject(props, shop), html, text: kind.text?.(props, shop) ?? convert(html, textOptions) };
}
