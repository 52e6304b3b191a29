import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Timeline } from './timeline.tsx';

const step = (status: string, completed: boolean) => ({ status, completed, date: null, location: '' });

test('only a completed step has a tick, which is visible even if the system overrides the colors', () => {
  const html = renderToStaticMarkup(<Timeline steps={[step('Shipped', true), step('Delivered', false)]} />);
  expect(html.split('</li>').map((item) => item.includes('<svg'))).toEqual([true, false, false]);
});
