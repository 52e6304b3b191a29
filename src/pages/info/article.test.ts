import { expect, test } from 'vitest';

import { articleOf } from './article.server.ts';

const policy = { title: 'Terms', lead: 'The rules.', updatedAt: '2026-11-26' };

test('a policy is divided at its large headings, and each section has its own address', () => {
  const body =
    '<p>Intro</p><h2>Orders &amp; <strong>payment</strong></h2><p>One</p><h3>Small</h3>' +
    '<blockquote><h2>Quoted</h2></blockquote><h2>Contact</h2><h2>Contact</h2><p>Two</p>';
  const { intro, sections } = articleOf({ ...policy, body });
  expect(intro).toBe('<p>Intro</p>');
  expect(sections).toEqual([
    {
      id: 'section-orders-payment',
      title: 'Orders & payment',
      html: '<p>One</p><h3>Small</h3><blockquote><h2>Quoted</h2></blockquote>',
    },
    { id: 'section-contact', title: 'Contact', html: '' },
    { id: 'section-contact-3', title: 'Contact', html: '<p>Two</p>' },
  ]);
});

test('a policy without headings shows its text', () => {
  expect(articleOf({ ...policy, body: '<p>Be kind.</p>' })).toMatchObject({ intro: '<p>Be kind.</p>', sections: [] });
});
