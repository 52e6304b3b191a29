import { expect, test } from 'vitest';

import { leftOutSentence } from '#shared/pasted-html.ts';

import { cleanRichText } from './rich-text.server.ts';

const wordItem = (list: string, level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.${level}in;text-indent:-.25in;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>
`;

const word = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->
${wordItem('l0', 1, '3.', 'Wash')}${wordItem('l0', 2, 'a.', 'Warm <a href="https://example.com/water">water</a>')}
${wordItem('l0', 3, 'i.', 'Soft')}${wordItem('l0', 2, 'b.', 'Dry')}${wordItem('l0', 1, '4.', 'Glide')}
<p class=MsoNormal>Then:<o:p></o:p></p>
${wordItem('l1', 1, '·', 'Rest')}${wordItem('l2', 2, '1)', 'Ten minutes')}<!--EndFragment--></body></html>`;

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7"><ol start="4" style="margin-top:0;">
<li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li>
<ol style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr"><span>Two </span><a href="https://example.com/b"
style="text-decoration:none;"><span>link</span></a></p></li></ol></ol><p><span><img src="https://lh7.googleusercontent.com/x" /></span></p></b>`;

const pages = `<html><head><meta http-equiv="Content-Style-Type" content="text/css"><style>li.li1 {margin: 0}</style></head><body>
<ol class="ol1" start="2"><li class="li1"><span class="s1"></span>One</li><ul class="ul1"><li class="li1">Deep</li></ul></ol></body></html>`;

const notion = `<meta charset='utf-8'><ol start="2"><li>One<ul><li>Deep <strong>bold</strong></li></ul></li><li>Two</li></ol>
<p><a href="https://example.com/n">Page</a> and <a href="/8f3a">another</a>, <a href="http://plain.example">third</a></p><!-- notionvc: 1 -->`;

const libreOffice = `<html><head><style type="text/css">p { line-height: 115% }</style></head><body lang="en-US" dir="ltr"><ol start="7">
<li><p style="line-height: 100%">Seven</p><ol type="a"><li><p>Inner</p></li></ol></li></ol><table width="100%"><tr><td><p>Cell</p></td></tr></table></body></html>`;

const outlook = `<div class="elementToProof"><ol start="5" data-listchain="__List_Chain_1"><li><div role="presentation">Five</div></li>
<ul><li><div>Under</div></li></ul></ol><div><img src="cid:abc"><img src="cid:def"></div></div>`;

const link = (address: string, text: string) => `<a href="https://example.com/${address}">${text}</a>`;

test.each([
  [
    'Word',
    word,
    `<ol start="3"><li><p>Wash</p><ol><li><p>Warm ${link('water', 'water')}</p><ol><li><p>Soft</p></li></ol></li><li><p>Dry</p></li></ol></li>` +
      '<li><p>Glide</p></li></ol><p>Then:</p><ul><li><p>Rest</p><ol><li><p>Ten minutes</p></li></ol></li></ul>',
    null,
  ],
  [
    'Google Docs',
    googleDocs,
    `<ol start="4"><li><p>One</p><ol><li><p>Two ${link('b', 'link')}</p></li></ol></li></ol>`,
    'Left out: a picture.',
  ],
  ['Pages', pages, '<ol start="2"><li><p>One</p><ul><li><p>Deep</p></li></ul></li></ol>', null],
  [
    'Notion',
    notion,
    '<ol start="2"><li><p>One</p><ul><li><p>Deep <strong>bold</strong></p></li></ul></li><li><p>Two</p></li></ol>' +
      `<p>${link('n', 'Page')} and <a href="/8f3a">another</a>, third</p>`,
    'Left out: a link.',
  ],
  [
    'LibreOffice',
    libreOffice,
    '<ol start="7"><li><p>Seven</p><ol><li><p>Inner</p></li></ol></li></ol><p>Cell</p>',
    'Left out: the layout of a table.',
  ],
  [
    'Outlook',
    outlook,
    '<ol start="5"><li><p>Five</p><ul><li><p>Under</p></li></ul></li></ol>',
    'Left out: 2 pictures.',
  ],
])('text pasted from %s keeps list levels, starts and links, and names the rest', (_name, html, clean, leftOut) => {
  expect(cleanRichText(html)).toBe(clean);
  expect(cleanRichText(clean)).toBe(clean);
  expect(leftOutSentence(html)).toBe(leftOut);
});

test.each(['0', '-3', 'x', '2.5', '99999999', '1'])('a list that starts at %s becomes a clean list', (start) => {
  const clean = cleanRichText(`<ol start="${start}"><li>a</li></ol>`);
  expect(clean).toMatch(/^<ol(?: start="2")?><li><p>a<\/p><\/li><\/ol>$/);
  expect(cleanRichText(clean)).toBe(clean);
});

test('a paste of pictures alone says that they are left out, and plain text says nothing', () => {
  expect(leftOutSentence('', 2)).toBe('Left out: 2 pictures.');
  expect(leftOutSentence('<p>Text</p>', 1)).toBe(null);
  expect(leftOutSentence('<table></table><table></table><img><a href="x:y">z</a>')).toBe(
    'Left out: a picture, the layout of tables, and a link.',
  );
});
