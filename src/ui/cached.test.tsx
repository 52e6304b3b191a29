import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';

import { Keeping, Cached, withCached } from './cached.tsx';

let rendered = 0;
const count = () => (rendered += 1);

function Long({ words, tell: onRender }: { words: string; tell: () => void }) {
  onRender();
  return <p id={useId()}>{words}</p>;
}

const page = (name: string, words: string) => (
  <main>
    <h1 id="title">The wand</h1>
    <Cached name={name} of={[words]}>
      <Long words={words} tell={count} />
    </Cached>
    <Long words="of this visitor" tell={count} />
  </main>
);

const sent = (name: string, words: string, isKeeping = true) => {
  const texts = new TextDecoder();
  const pieces = withCached(renderToString(<Keeping value={isKeeping}>{page(name, words)}</Keeping>));
  return pieces.map((piece) => (typeof piece === 'string' ? piece : texts.decode(piece))).join('');
};

beforeEach(() => {
  rendered = 0;
});

test('a cached part is rendered once and then sent exactly as the browser would render it', () => {
  const asInBrowser = sent('same', 'Softer, brighter — “she”', false);
  rendered = 0;
  const sentThrice = [1, 2, 3].map(() => sent('same', 'Softer, brighter — “she”'));
  expect(sentThrice).toEqual([asInBrowser, asInBrowser, asInBrowser]);
  expect(rendered).toBe(1 + 3);
});

test('a part is rendered again when its inputs change', () => {
  expect(['$59', '$59', '$49', '$49'].map((price) => sent('price', price).includes('$59'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(rendered).toBe(2 + 4);
});
