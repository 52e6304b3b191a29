import type { Policy } from '#modules/content/policy.schema.ts';
import { richTextPlain } from '#platform/html/rich-text.server.ts';

/** Section of an article: a large heading and the text below it. */
type Section = { id: string; title: string; html: string };

export type Article = Pick<Policy, 'title' | 'lead' | 'updatedAt'> & {
  /** Text above the first heading. */
  intro: string;
  sections: Section[];
};

/** Matches headings, and quotes as a whole, because a heading in a quote begins no section. */
const headings = /<blockquote>.*?<\/blockquote>|<h2>(.*?)<\/h2>/gs;

const slugOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Divides a policy at its large headings, to which the contents of the page link. */
export function articleOf({ title, lead, updatedAt, body }: Policy): Article {
  const found = [...body.matchAll(headings)].filter(([, heading]) => heading !== undefined);
  const ids = new Set<string>();
  const sections = found.map((match, index): Section => {
    const name = richTextPlain(match[1] ?? '');
    const plain = `section-${slugOf(name)}`;
    const id = ids.has(plain) ? `${plain}-${index + 1}` : plain;
    ids.add(id);
    return { id, title: name, html: body.slice(match.index + match[0].length, found[index + 1]?.index) };
  });
  return { title, lead, updatedAt, intro: body.slice(0, found[0]?.index), sections };
}
