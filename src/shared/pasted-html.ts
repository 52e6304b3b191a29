import { linkAddress } from './link-url.ts';

/** Elements that stay under their name, and those whose text the server drops. */
const retained = /^(p|h2|h3|ul|ol|li|br|blockquote|head|noscript|template|textarea|option|iframe|object|xmp|svg|math)$/;

/** Elements that are removed with their text. A style sheet would violate the page's policy. */
const removed = /^(title|style|script|xml)$/;

/** Inline elements that can be bold or italic. */
const inline = /^(span|font|b|strong|i|em)$/;

/** Elements that begin a line of their own and become paragraphs. */
const block =
  /^(div|section|article|header|footer|main|aside|nav|figure|figcaption|address|pre|center|table|tr|td|th|caption|dl|dt|dd|form|fieldset|legend|hr)$/;

const headings: Record<string, string> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' };

/** Maximum nesting of inline elements and of others. Deeper ones lose their tags. */
const maxInline = 100;
const maxNesting = 500;

const stylePattern = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const startPattern = /\sstart\s*=\s*["']?(\d{1,5})\b/i;
const hrefPattern = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

function attribute(pattern: RegExp, attributes: string): string {
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  return double ?? single ?? bare ?? '';
}

/** Returns the marks of an inline element. Its style overrules its name, as Google Docs needs. */
function marksOf(name: string, style: string): string[] {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1] ?? (/^(b|strong)$/.test(name) ? 'bold' : '');
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1] ?? (/^(i|em)$/.test(name) ? 'italic' : '');
  const marks = [];
  if (/^(bold|bolder|[6-9]00)$/i.test(weight)) marks.push('strong');
  if (/^italic$/i.test(slant)) marks.push('em');
  return marks;
}

const openTags = (names: readonly string[]) => names.map((name) => `<${name}>`).join('');
const closeTags = (names: readonly string[]) =>
  names
    .map((name) => `</${name}>`)
    .toReversed()
    .join('');

type Inline = { name: string; marks: string[]; isMarker: boolean };
/** One open level of a list of Word. `tag` is the position of its start tag in the result. */
type WordLevel = { id: string; level: number; tag: number; marker: string };

/** Highest number at which a list may start. */
const maxStart = 99_999;

/** Returns the start tag of a numbered list. */
export const numberedTag = (start: number) => (start > 1 && start <= maxStart ? `<ol start="${start}">` : '<ol>');

/** Returns the number of a marker of Word: 3 for '3.', 'c)' and '(3)', and 1 for any other. */
function markedNumber(marker: string): number {
  const [, digits, letter] = /^[\s(]*(?:(\d{1,5})|([a-z])[.)])/i.exec(marker) ?? [];
  if (digits !== undefined) return Number(digits);
  // A single i is the Roman one more often than the ninth letter.
  return letter === undefined || /i/i.test(letter) ? 1 : letter.toLowerCase().charCodeAt(0) - 96;
}

/**
 * Rewrites HTML copied from Word, Google Docs or a page with the elements of a rich text. Bold and
 * italic come from styles, lists from Word's list paragraphs. Only addresses of links remain of the
 * attributes. The result is not safe to show: the server still sanitizes it.
 */
export function plainPastedHtml(html: string): string {
  const written: string[] = [];
  const opened: Inline[] = [];
  let nesting = 0;
  /** Open levels of a list of Word, the outermost first. Each has an open item. */
  const levels: WordLevel[] = [];
  let inWordItem = false;

  const endLevel = ({ tag, marker }: WordLevel) => {
    const isNumbered = /^[\s(]*(\d+|[a-z]{1,4})[.)]/i.test(marker);
    written[tag] = isNumbered ? numberedTag(markedNumber(marker)) : '<ul>';
    written.push('</li>', isNumbered ? '</ol>' : '</ul>');
  };

  /** Ends the levels from this one on. */
  const endList = (from = 1) => {
    while ((levels.at(-1)?.level ?? 0) >= from) endLevel(levels.pop() as WordLevel);
    inWordItem = false;
  };

  const openWordItem = (id: string, level: number) => {
    endList(level + 1);
    const last = levels.at(-1);
    if (last?.level === level && last.id !== id) endList(level);
    if (levels.at(-1)?.level === level) written.push('</li>');
    else levels.push({ id, level, tag: written.push('<ul>') - 1, marker: '' });
    inWordItem = true;
    written.push('<li>');
  };

  const openInline = (name: string, style: string) => {
    if (opened.length >= maxInline) return;
    const item = { name, marks: marksOf(name, style), isMarker: /mso-list:\s*ignore/i.test(style) };
    opened.push(item);
    written.push(openTags(item.marks));
  };

  const closeInline = (name: string) => {
    const at = opened.findLastIndex((item) => item.name === name);
    if (at !== -1) written.push(closeTags(opened.splice(at, 1).flatMap(({ marks }) => marks)));
  };

  const openTag = (name: string, attributes: string) => {
    if (inline.test(name)) return openInline(name, attribute(stylePattern, attributes));
    if (name === 'a') {
      const href = attribute(hrefPattern, attributes).replaceAll('"', '&quot;');
      return void written.push(href === '' ? '<a>' : `<a href="${href}">`);
    }
    const style = name === 'p' ? attribute(stylePattern, attributes) : '';
    const [, wordList, level = '1'] = /mso-list:\s*(l\d+)(?:\s+level([1-9]))?/i.exec(style) ?? [];
    if (wordList !== undefined) return openWordItem(wordList, Number(level));
    const element = block.test(name) ? 'p' : (headings[name] ?? name);
    if (!retained.test(element)) return;
    if (element !== 'br') {
      if (nesting >= maxNesting) return;
      nesting += 1;
      endList();
    }
    const start = element === 'ol' ? Number(startPattern.exec(attributes)?.[1] ?? 1) : 1;
    written.push(element === 'ol' ? numberedTag(start) : `<${element}>`);
  };

  const closeTag = (name: string) => {
    if (inline.test(name)) return closeInline(name);
    if (name === 'p' && inWordItem) {
      // The item stays open for a list of the next level.
      inWordItem = false;
      return;
    }
    const element = block.test(name) ? 'p' : (headings[name] ?? name);
    if (element !== 'a' && !retained.test(element)) return;
    if (element !== 'a') nesting = Math.max(0, nesting - 1);
    written.push(`</${element}>`);
  };

  const addText = (text: string) => {
    const last = levels.at(-1);
    if (opened.some(({ isMarker }) => isMarker)) {
      if (last !== undefined && last.marker.length < 20) last.marker += text;
      return;
    }
    const plain = text.replaceAll(/&nbsp;|\u00A0/g, ' ');
    if (last !== undefined && !inWordItem && plain.replaceAll(/<![^<>]*>/g, '').trim() !== '') endList();
    written.push(plain);
  };

  /** Name of the removed element around this part. */
  let inside = '';
  for (const part of html.split(/(<\/?[a-z][^<>]*>)/i)) {
    const [, slash, name, attributes = ''] = /^<(\/?)([a-z][^\s/<>]*)((?:[\s/][^<>]*)?)>$/i.exec(part) ?? [];
    const tag = name?.toLowerCase();
    if (inside !== '') inside = slash === '/' && tag === inside ? '' : inside;
    else if (tag !== undefined && removed.test(tag)) inside = slash === '' ? tag : '';
    else if (tag !== undefined && slash === '') openTag(tag, attributes);
    else if (tag !== undefined) closeTag(tag);
    else if (part !== '') addText(part);
  }
  endList();
  return written.join('');
}

type LeftOut = { one: string; many: string; tags: RegExp };

const leftOutKinds: readonly LeftOut[] = [
  { one: 'a picture', many: 'pictures', tags: /^(img|picture|svg)$/ },
  { one: 'the layout of a table', many: 'the layout of tables', tags: /^table$/ },
  { one: 'a video or recording', many: 'videos or recordings', tags: /^(video|audio|iframe|embed|object)$/ },
  { one: 'a formula', many: 'formulas', tags: /^math$/ },
  { one: 'a check box', many: 'check boxes', tags: /^input$/ },
  { one: 'a link', many: 'links', tags: /^a$/ },
];

/** Address of a link in pasted HTML, with its entities. */
const pastedAddress = (attributes: string) => attribute(hrefPattern, attributes).replaceAll('&amp;', '&');

/** True for a link whose address a rich text cannot have. A mark without an address is no link. */
const isLostLink = (attributes: string) =>
  hrefPattern.test(attributes) && linkAddress(pastedAddress(attributes)) === null;

/**
 * Returns a sentence about the parts of pasted HTML that a rich text cannot have, or null.
 * `files` is the number of pictures that were pasted as files instead.
 */
export function leftOutSentence(html: string, files = 0): string | null {
  const counts = leftOutKinds.map(() => 0);
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z]+)\b([^<>]*)/gi)) {
    const index = leftOutKinds.findIndex(({ tags }) => tags.test(name.toLowerCase()));
    const isLost = index !== -1 && (name.toLowerCase() !== 'a' || isLostLink(attributes));
    if (isLost) counts[index] = (counts[index] ?? 0) + 1;
  }
  if (html === '') counts[0] = files;
  const parts = leftOutKinds.flatMap(({ one, many }, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return [];
    return [count === 1 ? one : many.startsWith('the') ? many : `${count} ${many}`];
  });
  return parts.length === 0 ? null : `Left out: ${new Intl.ListFormat('en-US').format(parts)}.`;
}
