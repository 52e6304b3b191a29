/** Cell with the sign that ends it. Quotes enclose the separators and line ends of a cell. */
const cellForms = {
  '\t': /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy,
  ';': /(?:"((?:[^"]|"")*)"|([^;\n]*))(;|\n|$)/gy,
  ',': /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/gy,
};

/** Returns the form of the cells: with tabs, or a sign that is as often in each row with text. */
function cellFormOf(text: string): RegExp {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isRegular = (sign: string) => {
    const counts = new Set(lines.map((line) => line.split(sign).length));
    return counts.size === 1 && !counts.has(1);
  };
  if (text.includes('\t')) return cellForms['\t'];
  return isRegular(';') ? cellForms[';'] : isRegular(',') ? cellForms[','] : cellForms['\t'];
}

/** Returns the cells of each copied row. A line end after the last row adds none. */
export function copiedRows(copied: string): string[][] {
  const text = copied.replaceAll(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of text.matchAll(cellFormOf(text))) {
    const cell = quoted?.replaceAll('""', '"') ?? bare;
    rows.at(-1)?.push(cell.replaceAll(/\s+/g, ' ').trim());
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  const last = rows.at(-1) ?? [];
  if (rows.length > 1 && last.join('') === '' && last.length < 2) rows.pop();
  return rows;
}
