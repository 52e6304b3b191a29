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
type WordList = { id: string; tag: number; marker: string; inItem: boolean };

/**
 * Rewrites HTML copied from Word, Google Docs or a page with the elements of a rich text. Bold and
 * italic come from styles, lists from Word's list paragraphs. Only addresses of links remain of the
 * attributes. The result is not safe to show: the server still sanitizes it.
 */
export function plainPastedHtml(html: string): string {
  const written: string[] = [];
  const opened: Inline[] = [];
  let nesting = 0;
  let list: WordList | null = null;

  const endList = () => {
    if (list === null) return;
    const isNumbered = /^\s*(\d+|[a-z]{1,4})[.)]/i.test(list.marker);
    written[list.tag] = isNumbered ? '<ol>' : '<ul>';
    written.push(isNumbered ? '</ol>' : '</ul>');
    list = null;
  };

  const openWordItem = (id: string) => {
    if (list?.inItem === true) written.push('</li>');
    if (list?.id !== id) endList();
    list ??= { id, tag: written.push('<ul>') - 1, marker: '', inItem: false };
    list.inItem = true;
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
    const wordList = name === 'p' ? /mso-list:\s*(l\d+)/i.exec(attribute(stylePattern, attributes))?.[1] : undefined;
    if (wordList !== undefined) return openWordItem(wordList);
    const element = block.test(name) ? 'p' : (headings[name] ?? name);
    if (!retained.test(element)) return;
    if (element !== 'br') {
      if (nesting >= maxNesting) return;
      nesting += 1;
      endList();
    }
    written.push(`<${element}>`);
  };

  const closeTag = (name: string) => {
    if (inline.test(name)) return closeInline(name);
    if (name === 'p' && list?.inItem === true) {
      list.inItem = false;
      return void written.push('</li>');
    }
    const element = block.test(name) ? 'p' : (headings[name] ?? name);
    if (element !== 'a' && !retained.test(element)) return;
    if (element !== 'a') nesting = Math.max(0, nesting - 1);
    written.push(`</${element}>`);
  };

  const addText = (text: string) => {
    if (!opened.some(({ isMarker }) => isMarker)) written.push(text.replaceAll(/&nbsp;|\u00A0/g, ' '));
    else if (list !== null && list.marker.length < 20) list.marker += text;
  };

  /** Name of the removed element around this part. */
  let inside = '';
  for (const part of html.split(/(<\/?[a-z][^<>]*>)/i)) {
    const [, slash, name, attributes = ''] = /^<(\/?)([a-z][^\s/<>]*)([^<>]*)>$/i.exec(part) ?? [];
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
