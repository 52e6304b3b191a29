import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { RichTextEditor } from './rich-text-editor.tsx';

const markup = (error?: string) =>
  renderToStaticMarkup(
    <RichTextEditor
      id="body"
      label="Text"
      value="<p>Hello</p>"
      onChange={() => undefined}
      error={error}
      hint="Short"
    />,
  );

test('before its code has loaded, the field shows its text, label and hint', () => {
  const html = markup();
  expect(html).toContain('<p>Hello</p>');
  expect(html).toMatch(
    /<div(?=[^>]*role="textbox")(?=[^>]*aria-labelledby="body-label")[^>]*aria-describedby="body-hint"/,
  );
  expect(html).toContain('aria-invalid="false"');
});

test('an error marks the field as invalid and describes it', () => {
  const html = markup('Enter some text.');
  expect(html).toMatch(/aria-describedby="body-error body-hint"[^>]*aria-invalid="true"/);
  expect(html).toContain('Enter some text.');
});
