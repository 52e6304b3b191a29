import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { untranslatable } from '../scripts/check-translatable.ts';

/** Returns the finding of each line of a page that consists of these expressions. */
function findingsOf(expressions: readonly string[]): (string | undefined)[] {
  const folder = mkdtempSync(resolve('tests/.translatable-'));
  const head = `import { useState, type ReactNode } from 'react';
import { words } from './words.ts';
const Maybe = ({ isOn }: { isOn: boolean }) => (isOn ? <b /> : null);
const Box = ({ children }: { children?: ReactNode }) => <p>{children}</p>;
const Text = ({ name }: { name: string }) => name;
export const parts = (count: number, name: string, isOn: boolean, node: ReactNode, names: string[]) => [
`;
  try {
    writeFileSync(`${folder}/words.ts`, `export const words = { by: 'by' };`);
    writeFileSync(
      `${folder}/page.tsx`,
      `${head}${expressions.map((one) => `  ${one},`).join('\n')}\n];\nvoid useState;\n`,
    );
    const found = untranslatable([`${folder}/page.tsx`], {
      strict: true,
      jsx: ts.JsxEmit.ReactJSX,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    const first = head.split('\n').length;
    return expressions.map((_one, index) => found.find((line) => line.includes(`page.tsx:${first + index} `)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const safe = [
  '<p key="1">{name}</p>',
  '<p key="2">{`Only ${count} left`}</p>',
  '<p key="3"><b>Total</b><span>{name}</span></p>',
  '<p key="4">Read <a href="/x">this</a> now</p>',
  '<p key="5">Total {isOn ? <b /> : null}</p>',
  '<p key="6">{isOn ? name : null}</p>',
  '<p key="7">{words.by} <b /> {words.by}</p>',
  '<Box key="8">{name}</Box>',
];

const broken = [
  '<p key="1">Only {count} left</p>',
  '<p key="2"><b>Total</b> {name}</p>',
  '<p key="3">{isOn ? <b /> : null} Total</p>',
  '<p key="4"><Maybe isOn={isOn} /> Total</p>',
  '<p key="5">{isOn ? <>Only <b /></> : <b />}</p>',
  '<p key="6"><b />{node}</p>',
  '<Box key="7">Only {count} left</Box>',
  '<Box key="8"><>{node}</></Box>',
  '<p key="9"><b /><Text name={name} /></p>',
  '<p key="10"><b />{names}</p>',
  '<p key="11"><b />{count && <i />}</p>',
];

test('the check passes texts that a translation leaves whole', () => {
  expect(findingsOf(safe).filter(Boolean)).toEqual([]);
}, 60_000);

test('the check finds each text that React cannot update or remove after a translation', () => {
  const found = findingsOf(broken);
  expect(broken.filter((_one, index) => found[index] === undefined)).toEqual([]);
}, 60_000);
