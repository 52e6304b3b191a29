/** Page as a machine reads it, before any script has run. */
export type SitePage = {
  status: number;
  title: string;
  headings: string[];
  links: string[];
  html: string;
  text: string;
  /** Sentences of the text, the description and the alternative texts. */
  sentences: string[];
};

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? '');

function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

const entities: Record<string, string> = { '&#x27;': "'", '&quot;': '"', '&amp;': '&', '&nbsp;': ' ', '\u00A0': ' ' };
const readable = (html: string) =>
  html.replaceAll(/&#x27;|&quot;|&amp;|&nbsp;|\u00A0/g, (entity) => entities[entity] ?? ' ').replaceAll('–', '-');

/** Elements within a line of text. All others end a sentence. */
const inline = /<\/?(?:a|b|br|code|dd|dt|em|i|img|span|strong|svg|path|summary)\b[^>]*>/g;

/** Returns the sentences that a person or a search engine reads in HTML. */
export function sentencesOf(html: string): string[] {
  const described = all(html, /<meta name="description" content="([^"]*)"/g);
  const alternative = all(html, /<img[^>]*\salt="([^"]*)"/g);
  const text = html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replaceAll(inline, ' ')
    .split(/<[^>]+>/);
  return [...described, ...alternative, ...text]
    .map(readable)
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]) /))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Reads one page without scripts. */
export async function readPage(url: string): Promise<SitePage> {
  const answer = await fetch(url, { redirect: 'manual' });
  const html = await answer.text();
  return {
    status: answer.status,
    title: all(html, /<title>([^<]*)<\/title>/g)[0] ?? '',
    headings: all(html, /<h1[^>]*>([\s\S]*?)<\/h1>/g).map(textOf),
    links: all(html, /<a[^>]*\shref="(\/[^"#?]*)/g),
    html,
    text: textOf(html),
    sentences: sentencesOf(html),
  };
}

/** Returns every page that is reachable from the landing page by the shop's own links. */
export async function crawl(shopUrl: string): Promise<Map<string, SitePage>> {
  const pages = new Map<string, SitePage>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await readPage(`${shopUrl}${path}`);
    pages.set(path, page);
    waiting.push(...page.links.filter((link) => !pages.has(link) && !/^\/api\/|\.\w+$/.test(link)));
  }
  return pages;
}
