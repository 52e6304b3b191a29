import { expect, test } from 'vitest';

import { documents } from './documents.server.ts';

test.each(Object.entries(documents))('the default of the document %s can be published', (_key, { schema, initial }) => {
  expect(schema.safeParse(initial).error?.issues).toBeUndefined();
});
