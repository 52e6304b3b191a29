import sanitizeHtml from 'sanitize-html';

import { linkAddress } from '#shared/link-url.ts';
import { numberedTag, plainPastedHtml } from '#shared/pasted-html.ts';

const vocabulary: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'blockquote'],
  allowedAttributes: { a: ['href'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    'head',
    'title',
    'style',
    'script',
    'noscript',
    'template',
    'textarea',
    'option',
    'iframe',
    'object',
    'xmp',
    'xml',
    'svg',
    'math',
  ],
};

/** Maximum number of open containers. Deeper lists continue the list around them. */
const maxDepth = 10;

type Element = { tag: string; start?: number; children: (Element | string)[] };
type Run = { text: string; marks: readonly string[] };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Removes breaks and spaces at the ends of a paragraph, and spaces around breaks. */
function trimmed(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  const trimEnd = (signs: string) => {
    for (let last = result.pop(); last !== undefined; last = result.pop()) {
      let end = last.text.length;
      while (end > 0 && signs.includes(last.text.charAt(end - 1))) end -= 1;
      if (end > 0) return void result.push({ ...last, text: last.text.slice(0, end) });
    }
  };
  for (const { text, marks } of runs) {
    if (text === '\n') trimEnd(' ');
    const follows = result.at(-1)?.text ?? '\n';
    const isAtStart = result.length === 0 && text === '\n';
    const rest = /[ \n]$/.test(follows) ? text.replace(/^ /, '') : text;
    if (rest !== '' && !isAtStart) result.push({ text: rest, marks });
  }
  trimEnd(' \n');
  return result;
}

/** Writes the text of one paragraph with the fewest tags. */
function inlineHtml(runs: readonly Run[]): string {
  let html = '';
  let open: readonly string[] = [];
  for (const { text, marks } of [...runs, { text: '', marks: [] }]) {
    const differs = open.findIndex((mark, index) => mark !== marks[index]);
    const shared = differs === -1 ? open.length : differs;
    for (const mark of open.slice(shared).toReversed())
      html += mark.startsWith('<a') ? '</a>' : mark.replace('<', '</');
    html += marks.slice(shared).join('') + escaped(text).replaceAll('\n', '<br>');
    open = marks;
  }
  return html;
}

const isList = (element: Element | undefined) => element?.tag === 'ul' || element?.tag === 'ol';

/** Builds the blocks of a rich text from sanitized HTML, whose tags are balanced. */
function blocksOf(html: string): Element {
  const document: Element = { tag: '', children: [] };
  const containers = [document];
  /** Number of containers around each open element. */
  const around: number[] = [];
  const links: (string | null)[] = [];
  const depth = { strong: 0, em: 0 };
  let paragraph: { tag: string; runs: Run[] } = { tag: 'p', runs: [] };
  const innermost = () => containers.at(-1) ?? document;

  const endParagraph = () => {
    const text = inlineHtml(trimmed(paragraph.runs));
    const element = { tag: paragraph.tag, children: [text] };
    if (text !== '') innermost().children.push(isList(innermost()) ? { tag: 'li', children: [element] } : element);
    paragraph = { tag: 'p', runs: [] };
  };

  const addText = (text: string) => {
    const link = links.at(-1) ?? null;
    const marks = [
      link === null ? '' : `<a href="${escaped(link)}">`,
      depth.strong > 0 ? '<strong>' : '',
      depth.em > 0 ? '<em>' : '',
    ];
    paragraph.runs.push({ text, marks: marks.filter(Boolean) });
  };

  /** Opens a container where a rich text may have one. */
  const enter = (tag: string, start: number) => {
    const parent = innermost();
    const last = parent.children.at(-1);
    // A list directly within a list belongs to the item before it, as Google Docs writes it.
    const owner = isList(parent) && typeof last === 'object' ? last : parent;
    const isAllowed = {
      blockquote: parent === document,
      li: isList(parent),
      list: containers.length < maxDepth && !isList(owner) && (owner.tag !== 'li' || owner.children.length > 0),
    }[tag === 'blockquote' || tag === 'li' ? tag : 'list'];
    if (!isAllowed) return;
    const element = { tag, start, children: [] };
    if (tag !== 'li' && owner !== parent) containers.push(owner);
    innermost().children.push(element);
    containers.push(element);
  };

  const open = (tag: string, href: string, start: number) => {
    if (tag === 'br') return addText('\n');
    if (tag === 'a') return void links.push(linkAddress(unescaped(href)));
    if (tag === 'strong' || tag === 'em') return void (depth[tag] += 1);
    endParagraph();
    around.push(containers.length);
    if (/^(p|h2|h3)$/.test(tag)) paragraph.tag = containers.some(isList) ? 'p' : tag;
    else enter(tag, start);
  };

  const close = (tag: string) => {
    if (tag === 'a') return void links.pop();
    if (tag === 'strong' || tag === 'em') return void (depth[tag] -= 1);
    endParagraph();
    containers.length = around.pop() ?? 1;
  };

  for (const [, slash, tag = '', href = '', start = '1', text] of html.matchAll(
    /<(\/?)([a-z0-9]+)(?: href="([^"]*)")?(?: start="([^"]*)")?(?: \/)?>|([^<>]+)/g,
  )) {
    if (text !== undefined) addText(unescaped(text).replace(/\s+/g, ' '));
    else if (slash === '') open(tag, href, Number.parseInt(start, 10));
    else close(tag);
  }
  endParagraph();
  return document;
}

function htmlOf({ tag, start = 1, children }: Element): string {
  const inner = children.map((child) => (typeof child === 'string' ? child : htmlOf(child))).join('');
  if (tag === '' || inner === '') return inner;
  return `${tag === 'ol' ? numberedTag(start) : `<${tag}>`}${inner}</${tag}>`;
}

/** Matches control characters, soft hyphens and invisible marks; not tabs and line ends. */
// oxlint-disable-next-line no-control-regex -- removes control characters
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00AD\u200B\u2060\uFEFF]/g;

/**
 * Sanitizes rich text from any source and returns it in one form: paragraphs, two levels of
 * headings, lists and quotes with bold, italic, links and line breaks. Drops empty paragraphs.
 * Cleaning the result again changes nothing. The caller bounds the length.
 */
export function cleanRichText(html: string): string {
  const text = html.toWellFormed().replaceAll(invisible, '');
  return htmlOf(blocksOf(sanitizeHtml(plainPastedHtml(text), vocabulary)));
}

/** Returns the text of clean rich text, one line for each paragraph, heading and list item. */
export function richTextPlain(html: string): string {
  const lines = html.replace(/(<br>)+/g, ' ').replace(/<\/(p|h2|h3)>/g, '\n');
  return unescaped(lines.replace(/<[^<>]*>/g, '')).trim();
}
