/** A text of a document and the path of its field. */
type Text = { path: string; text: string };

function textsOf(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '' };

/** Lines of a text as pages show them: the blocks of a rich text, without tags and whitespace. */
const blocksOf = (text: string): string[] =>
  text.split(/\n|<\/(?:p|li|h\d|blockquote)>|<br\s*\/?>/).map((block) =>
    block
      .replaceAll(/<\/?[a-z][^>]*>/gi, '')
      .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => entities[name] ?? '')
      .replaceAll(/\s+/g, ''),
  );

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Pattern of a text on a page. A fact, which may be empty, replaces each name in braces. */
const shownAs = (block: string) =>
  new RegExp(
    `^${block
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.*')}$`,
  );

/**
 * Returns the path of the field whose text a page shows as `shown`, or null. Texts that consist of
 * one fact only match nothing.
 */
export function fieldOfText(body: unknown, shown: string): string | null {
  const [clicked = ''] = blocksOf(shown.replaceAll('\n', ' '));
  if (clicked === '') return null;
  const found = textsOf(body).find(({ text }) =>
    [text.replaceAll('\n', ' '), text]
      .flatMap(blocksOf)
      .some((block) => block.replaceAll(/\{\w+\}/g, '') !== '' && shownAs(block).test(clicked)),
  );
  return found?.path ?? null;
}
