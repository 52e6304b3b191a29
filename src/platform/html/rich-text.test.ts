import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { linkAddress } from '#shared/link-url.ts';

import { randomCases } from '../../../tests/support/full-run.ts';
import { cleanRichText, richTextPlain } from './rich-text.server.ts';

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>
<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->
<h1>Care<o:p></o:p></h1>
<p class=MsoNormal style='margin:0in'><b><span style='font-size:12.0pt'>Dry</span></b> skin&nbsp;<i>first</i>,
then the wand.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><!--[endif]-->A <a href="https://example.com/a?b=1&amp;c=2" style='color:blue'>study</a><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Ten minutes</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Wash</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;

const fromGoogleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span
style="font-size:16pt;font-weight:400;">Returns</span></h2><p dir="ltr"><span style="font-weight:700;font-style:italic;">Sixty
days</span><span style="font-weight:400;">, no questions. </span><a href="mailto:help@example.com"><span
style="text-decoration:underline;">Write to us</span></a></p><ul><li dir="ltr"><p role="presentation"><span>One</span></p></li>
<ul><li dir="ltr"><p><span>Two</span></p></li></ul></ul><br /></b>`;

test('text pasted from Word keeps its headings, bold, italic, links and lists', () => {
  expect(cleanRichText(fromWord)).toBe(
    '<h2>Care</h2><p><strong>Dry</strong> skin <em>first</em>, then the wand.</p>' +
      '<ul><li><p>A <a href="https://example.com/a?b=1&amp;c=2">study</a></p></li><li><p>Ten minutes</p></li></ul>' +
      '<ol><li><p>Wash</p></li></ol>',
  );
});

test('text pasted from Google Docs is bold by its style, and lists stay nested', () => {
  expect(cleanRichText(fromGoogleDocs)).toBe(
    '<h2>Returns</h2><p><strong><em>Sixty days</em></strong>, no questions. <a href="mailto:help@example.com">Write to us</a></p>' +
      '<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>',
  );
});

test.each([
  ['text without a paragraph', 'Hello', '<p>Hello</p>'],
  ['lines of divs', '<div>a</div><div>b<br>c</div>', '<p>a</p><p>b<br>c</p>'],
  ['empty paragraphs', '<p></p><p>&nbsp;</p><p>a</p><p><br></p><p> </p>', '<p>a</p>'],
  ['cells of a table', '<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
  ['headings of six levels', '<h1>a</h1><h3>b</h3><h6>c</h6>', '<h2>a</h2><h3>b</h3><h3>c</h3>'],
  ['a list item without a list', '<li>a', '<p>a</p>'],
  ['a list without an item', '<ul>a<li>b</ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['a heading in a list', '<ul><li><h2>a</h2></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['a quote in a quote', '<blockquote><blockquote>a</blockquote></blockquote>', '<blockquote><p>a</p></blockquote>'],
  ['unclosed tags', '<p>a <strong>b', '<p>a <strong>b</strong></p>'],
  ['crossed tags', '<b>a<i>b</b>c</i>', '<p><strong>a<em>b</em></strong>c</p>'],
  ['entities', '&lt;b&gt; &amp;lt; &eacute; &#x2014; &#0;', '<p>&lt;b&gt; &amp;lt; é — \uFFFD</p>'],
  ['a null byte', 'a\0b', '<p>ab</p>'],
  ['spaces around line breaks', ' a <br> <br> b ', '<p>a<br><br>b</p>'],
  ['half of a surrogate pair', 'a\uD800', '<p>a\uFFFD</p>'],
])('%s becomes clean', (_name, html, clean) => {
  expect(cleanRichText(html)).toBe(clean);
});

test.each(['https://example.com/?a=1#b', 'mailto:help@example.com', 'tel:+1-212-555-0100', '/science#studies', '/'])(
  'the link %s stays',
  (address) => {
    expect(cleanRichText(`<a href="${address}">x</a>`)).toBe(`<p><a href="${address}">x</a></p>`);
  },
);

test('a link to a forbidden address keeps its text only', () => {
  for (const address of ['javascript:alert(1)', '&#106;avascript:alert(1)', 'java\tscript:alert(1)', '//example.com']) {
    expect(cleanRichText(`<a href="${address}">x</a>`)).toBe('<p>x</p>');
  }
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"><p>x</iframe>',
  '<a href="https://a.example" onclick="alert(1)" style="background:url(//b.example)">x</a>',
  '<a href="https://a.example/&quot; onclick=&quot;alert(1)">x</a>',
  '<a href=\'https://a.example/" onclick="alert(1)\'>x</a>',
  '<p style="background:url(javascript:alert(1))" class="fixed" id="content">x</p>',
  '<base href="//evil.example"><meta http-equiv="refresh" content="0;url=//evil.example"><link rel=stylesheet href=//e>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml <img src=x onerror=alert(1)>?>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<p>&amp;lt;script&amp;gt;',
  '<b\0r><\0script>alert(1)</script>',
];

const inline = '(?:[^<>&]|&amp;|&lt;|&gt;|<br>|</?strong>|</?em>|</a>|<a href="[^"<>\\s]+">)+';
const blocks = new RegExp(`^(?:<(p|h2|h3)>${inline}</\\1>|</?(?:ul|ol|li|blockquote)>)*$`);

/** Asserts that a text has the vocabulary only, and that cleaning it again changes nothing. */
function expectClean(html: string) {
  const clean = cleanRichText(html);
  expect(clean).toMatch(blocks);
  for (const [, href = ''] of clean.matchAll(/ href="([^"]*)"/g)) {
    expect(linkAddress(href.replaceAll('&amp;', '&'))).not.toBeNull();
  }
  // oxlint-disable-next-line no-control-regex -- looks for control characters
  expect(clean).not.toMatch(/[\u0000-\u001F\u00A0]/);
  expect(cleanRichText(clean)).toBe(clean);
}

test.each(hostile)('%j becomes harmless', expectClean);

const tags = [
  'p',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'span',
  'a',
  'br',
  'blockquote',
  'div',
  'table',
  'td',
  'svg',
  'math',
  'style',
  'script',
  'textarea',
  'o:p',
  'mtext',
  'noscript',
  'option',
  'iframe',
];
const attributes = [
  '',
  ' ',
  '/',
  ' href="/a"',
  " href='https://a.example/?b&c'",
  ' href=javascript:x',
  ' style="font-weight:700"',

  ' style="font-style:italic"',
  ' style="mso-list:l0 level1"',
  ' style="mso-list:Ignore"',
  ' title="a>b"',
  ' x="<p>"',
];
const piece = fc.oneof(
  fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, rest]) => `<${tag}${rest}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  fc.constantFrom(' ', '\n', '&nbsp;', '&amp;', '&lt;', '&gt', '<', '>', '"', '<!--', '-->', '1.', 'a', '<![', ']>'),
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

test('any input becomes clean text, and cleaning it again changes nothing', () => {
  const html = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(fc.property(html, expectClean), { numRuns: randomCases(5_000) });
});

/** Returns the processor time of cleaning a text, in milliseconds. */
function costOf(html: string): number {
  const before = process.cpuUsage();
  cleanRichText(html);
  return process.cpuUsage(before).user / 1_000;
}

describe('one megabyte', () => {
  test('written text is cleaned in less than a second', () => {
    const paragraph = `<p>${'The wand warms the skin <strong>gently</strong>. '.repeat(10)}</p>`;
    expect(costOf(paragraph.repeat(1_000_000 / paragraph.length))).toBeLessThan(1_000);
  });

  test.each([
    '<b>',
    '<b></i>',
    '<ul>',
    '<ul><li>',
    '<p><li>',
    '<blockquote>',
    '<div>',
    '<x>',
    '<!--',
    '<svg>',
    '<p <p ',
    '<![',
    '&',

    ' style="',
    "<a href='",
    '<p style=mso-list:l0>',
    '<br>',
    ' ',
    '<iframe>',
    '<noscript>',
    '</p>',
    '<style>',
    '<textarea>',
  ])('repeated %j takes time in proportion to its length', (text) => {
    costOf(text.repeat(10_000 / text.length));
    expect(costOf(text.repeat(1_000_000 / text.length))).toBeLessThan(4_000);
  });

  // oxlint-disable-next-line vitest/expect-expect -- expectClean asserts
  test('elements nested 10,000 deep are cleaned', () => {
    for (const tag of ['div', 'ul', 'b', 'blockquote', 'x']) {
      expectClean(`${`<${tag}>`.repeat(10_000)}x${`</${tag}>`.repeat(10_000)}`);
      expectClean(`${`<${tag}><li>`.repeat(10_000)}x`);
    }
  });
});

test('the plain text has one line for each paragraph, heading and item', () => {
  const html = cleanRichText('<h2>A &amp; B</h2><p>one<br>two <b>x</b></p><ul><li>c<ul><li>&lt;d&gt;</ul></ul>');
  expect(richTextPlain(html)).toBe('A & B\none two x\nc\n<d>');
  expect(richTextPlain('')).toBe('');
});
