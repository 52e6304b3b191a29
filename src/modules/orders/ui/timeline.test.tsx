import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Timeline } from './timeline.tsx';

const step = (status: string, completed: boolean) => ({ status, completed, date: null, location: '' });

test('only a step that is done has a tick, also where a system takes the colours that hid others', () => {
  const html = renderToStaticMarkup(<Timeline steps={[step('Shipped', true), step('Delivered', false)]} />);
  expect(html.split('</li>').map((item) => item.includes('<svg'))).toEqual([true, false, false]);
});
