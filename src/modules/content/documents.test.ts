import { expect, test } from 'vitest';

import { documentKeys, documents } from './documents.server.ts';

test.each(documentKeys)('the document %s of an empty shop passes the checks of its editor', (key) => {
  const { schema, initial } = documents[key];
  expect(schema.safeParse(initial).error?.issues ?? []).toEqual([]);
});
