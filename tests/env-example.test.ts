import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { settingNames } from '#platform/env/settings.server.ts';

test('.env.example lists every setting of the shop and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(settingNames));
});
