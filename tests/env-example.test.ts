import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { environmentSchema } from '#platform/env/environment.ts';

const settingNames = new Set(Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV'));

test('.env.example lists every setting of the shop and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(settingNames);
});

test('a shell reads .env.example with every line enabled, as systemd does', () => {
  const lines = readFileSync('.env.example', 'utf8').match(/^#? ?[A-Z][A-Z_]+=.*$/gm) ?? [];
  const script = [...lines.map((line) => line.replace(/^# ?/, '')), 'printf %s "$MAIL_FROM"'].join('\n');
  expect(execFileSync('sh', ['-ec', script], { encoding: 'utf8' })).toBe('halorosa <hello@halorosa.example>');
});

test('the container receives every setting of its .env', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: { shop: { env_file?: string; environment: object } };
  };
  expect(services.shop.env_file).toBe('.env');
  expect(Object.keys(services.shop.environment).filter((name) => !settingNames.has(name))).toEqual([]);
});
