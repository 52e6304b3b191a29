import { expect, test } from 'vitest';

import { readKnown, unknownNames } from '../scripts/check-documents.ts';

const known = readKnown();
const problemsOf = (line: string) => unknownNames(new Map([['README.md', line]]), known);

test.each([
  ['a file that was renamed', '`src/app/no-such-file.ts`', 'no such file: src/app/no-such-file.ts'],
  ['a file named without its folder', '`no-such-file.server.ts`', 'no such file: no-such-file.server.ts'],
  ['a folder that is gone', '`modules/no-such-module/`', 'no such folder: modules/no-such-module/'],
  ['a script that npm does not know', '`npm run no-such-script`', 'no such npm script: npm run no-such-script'],
  ['a link to a file that is gone', '[guide](docs/no-such-guide.md)', 'no such file to link to: docs/no-such-guide.md'],
  [
    'a link to a heading that is gone',
    '[rules](CONTRIBUTING.md#no-such)',
    'no such heading to link to: CONTRIBUTING.md#no-such',
  ],
])('reports %s', (_what, line, problem) => {
  expect(problemsOf(line)).toEqual([`README.md:1 ${problem}`]);
});

test('reports functions, types and columns that the source does not have', () => {
  const gone = ['no', 'Such', 'Function'].join('');
  const column = ['no', 'such', 'column'].join('_');
  expect(problemsOf(`\`${gone}(tx)\` and \`${column}\``)).toEqual([
    `README.md:1 no such function, type, setting or column: ${gone}(tx)`,
    `README.md:1 no such function, type, setting or column: ${column}`,
  ]);
});

test('accepts what exists: files by path, ending or pattern, functions, scripts, links and addresses', () => {
  const names = [
    'src/pages/page-registry.ts',
    'page-registry.ts',
    'content/demo-*.ts',
    '<what>.server.ts',
    'modules/orders/',
  ];
  const others = ['enqueueMail', 'GuardedPool', 'tax_rates', 'npm run measures', '/admin/launch', 'git'];
  expect(problemsOf([...names, ...others].map((name) => `\`${name}\``).join(' '))).toEqual([]);
  expect(problemsOf('[list](ARCHITECTURE.md#where-does-x-go) [site](https://example.com)')).toEqual([]);
});
