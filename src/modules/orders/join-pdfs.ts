type Parsed = {
  /** Source of each object by its number. */
  objects: ReadonlyMap<number, string>;
  trailer: string;
  pagesId: number;
};

const malformed = () => new Error('this is no PDF as the shop writes them');

function parsed(bytes: Uint8Array): Parsed {
  const source = Buffer.from(bytes).toString('latin1');
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)?.[1]);
  const [table = '', trailer = ''] = source.slice(tableAt).split('trailer');
  const offsets = Array.from(table.matchAll(/^(\d{10}) \d{5} [nf]/gm), ([, offset]) => Number(offset));
  const ends = [...offsets.slice(1).toSorted((a, b) => a - b), tableAt];
  const objects = new Map<number, string>();
  offsets.forEach((offset, id) => {
    if (id > 0) objects.set(id, source.slice(offset, ends[ends.indexOf(offset) + 1]));
  });
  const rootId = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1]);
  const pagesId = Number(/\/Pages (\d+) 0 R/.exec(objects.get(rootId) ?? '')?.[1]);
  if (!objects.has(pagesId)) throw malformed();
  return { objects, trailer, pagesId };
}

/** Numbers an object, and the objects that it refers to. Streams and texts stay as they are. */
function renumbered(source: string, numberOf: (id: number) => number): string {
  const streamAt = source.indexOf('\nstream');
  const head = streamAt === -1 ? source : source.slice(0, streamAt);
  if (/^\d+ 0 obj\s*\(/.test(head)) return source.replace(/^\d+/, (id) => String(numberOf(Number(id))));
  const numbered = head.replaceAll(/\b(\d+) 0 (R|obj)\b/g, (_all, id, kind) => `${numberOf(Number(id))} 0 ${kind}`);
  return numbered + source.slice(head.length);
}

/**
 * Joins PDFs that the shop's renderer wrote: all pages, with the properties of the first. Each
 * part is rendered by itself, because rendering many pages at once blocks the process for seconds.
 */
export function joinPdfs(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...rest] = parts.map(parsed);
  if (first === undefined) throw malformed();
  const { pagesId } = first;
  const objects: string[] = [];
  const kids: string[] = [];
  for (const part of [first, ...rest]) {
    // The root of the first part is the root of all, so every page belongs to its page tree.
    const base = objects.length;
    const numberOf = (id: number) => (id === part.pagesId ? pagesId : base + id);
    for (const [id, source] of part.objects) objects[base + id - 1] = renumbered(source, numberOf);
    kids.push(/\/Kids \[(.*?)\]/s.exec(objects[base + part.pagesId - 1] ?? '')?.[1] ?? '');
    if (part !== first) objects[base + part.pagesId - 1] = `${base + part.pagesId} 0 obj\nnull\nendobj\n`;
  }
  const all = kids.join(' ');
  const count = all.match(/ 0 R/g)?.length ?? 0;
  objects[pagesId - 1] = `${pagesId} 0 obj\n<<\n/Type /Pages\n/Count ${count}\n/Kids [${all}]\n>>\nendobj\n`;
  let body = '%PDF-1.3\n%\xff\xff\xff\xff\n';
  const entries = objects.map((source) => {
    const entry = `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += source;
    return entry;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = first.trailer
    .replace(/\/Size \d+/, `/Size ${size}`)
    .replace(/startxref\s+\d+/, `startxref\n${body.length}`);
  return new Uint8Array(Buffer.from(`${body}${table}trailer${trailer}`, 'latin1'));
}
