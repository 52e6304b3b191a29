import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Field, SelectField, TextAreaField } from './field.tsx';

test('a typed text runs in the direction of its own language', () => {
  const html = renderToStaticMarkup(
    <>
      <Field id="name" label="Name" defaultValue="ليلى" />
      <TextAreaField id="review" label="Review" defaultValue="رائع" />
      <SelectField id="state" label="State" />
    </>,
  );
  expect(html.match(/<(input|textarea|select)[^>]*/g)?.map((tag) => tag.includes('dir="auto"'))).toEqual([
    true,
    true,
    false,
  ]);
});
