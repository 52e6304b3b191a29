import { expect, test } from 'vitest';

import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { contactAnswer, contactMessage } from '#modules/contact/contact.emails.server.ts';
import { backInStock, captureCode } from '#modules/marketing/marketing.emails.server.ts';
import {
  orderCancelled,
  orderConfirmation,
  orderRefunded,
  shipmentMails,
} from '#modules/orders/orders.emails.server.ts';
import type { OrderMail } from '#modules/orders/order-emails.ts';

import { shopMails } from '#app/mail-registry.server.ts';
import { mailShop } from '../../../tests/support/mail-shop.ts';
import type { MailKind } from './mail.ts';
import { renderMail as renderFor } from './render-mail.server.ts';

const renderMail = <Props extends object>(kind: MailKind<Props>, props: Props) => renderFor(kind, props, mailShop);

const order: OrderMail = {
  orderNumber: 'HR-7K3QX9M2',
  firstName: 'Mia',
  placedAt: 'November 21, 2026',
  items: [{ name: 'Wand', imageUrl: '/media/hero', quantity: 3, amountCents: 17_700 }],
  subtotalCents: 17_700,
  reductions: [
    { name: 'Buy 2 Get 1 Free', amountCents: 5_900 },
    { name: '10% off', amountCents: 1_180 },
  ],
  shipping: { name: 'Standard', amountCents: 0, delivery: 'Wed, Nov 25 – Fri, Nov 27' },
  taxCents: 916,
  taxIncluded: null,
  totalCents: 11_536,
  addressLines: ['Mia Rose', '1 Market Street', 'San Francisco, CA 94103', 'United States'],
  billingLines: ['Mia Rose', '12 King Street', 'London SW1A 1AA', 'United Kingdom'],
  payment: '$115.36 paid on November 21, 2026',
  paymentMethod: 'Apple Pay (Visa ending 4242)',
  deliveryInstructions: 'Ring twice',
  trackUrl: 'https://halorosa.example/track?token=a.b',
  shopUrl: 'https://halorosa.example',
};

const confirmation = (change: Partial<OrderMail> = {}) => renderMail(orderConfirmation, { ...order, ...change });

const addressesIn = (text: string) => text.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];

test('a free-shipping code is shown as free shipping, not as a discount of zero', async () => {
  const { html, text } = await confirmation({ reductions: [{ name: 'Ship it free', amountCents: 0 }] });
  for (const content of [html, text]) {
    const shown = ['Ship it free', 'Free shipping', '-$0.00'].map((words) => content.includes(words));
    expect(shown).toEqual([true, true, false]);
  }
});

test('HTML and plain text contain the same amounts, addresses, delivery date and payment', async () => {
  const { subject, html, text } = await confirmation();
  expect(subject).toBe('Your halorosa order HR-7K3QX9M2 is confirmed');
  const amounts = ['$177.00', '-$59.00', '-$11.80', 'Free', '$9.16', '$115.36 USD'];
  const addresses = ['1 Market Street', 'United States', '12 King Street', 'United Kingdom', 'Fri, Nov 27'];
  const payment = ['$115.36 paid on November 21, 2026', 'Apple Pay (Visa ending 4242)'];
  for (const words of [...amounts, ...addresses, ...payment])
    expect([words, html.includes(words), text.includes(words)]).toEqual([words, true, true]);
  const same = await confirmation({ billingLines: [] });
  expect([same.html, same.text].map((one) => one.includes('Same as the shipping address'))).toEqual([true, true]);
});

test('a confirmation stored before payment details existed is still rendered', async () => {
  const { billingLines: _billed, payment: _paid, paymentMethod: _method, ...before } = order;
  const { text } = await renderMail(orderConfirmation, before);
  expect([text.includes('Mia Rose'), text.includes('Payment')]).toEqual([true, false]);
});

test('an order without tax has no tax line and shows free shipping', async () => {
  const { text } = await confirmation({ reductions: [], taxCents: 0, totalCents: 17_700 });
  expect(text).toContain('Subtotal: $177.00\nShipping (Standard): Free\nTotal: $177.00 USD');
});

test('the button opens the order, and every link and picture belongs to the shop', async () => {
  const { html, text } = await confirmation();
  expect(html).toContain('href="https://halorosa.example/track?token=a.b"');
  expect(text).toContain('Track Your Order: https://halorosa.example/track?token=a.b');
  const linked = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '');
  const strangers = [...linked, ...addressesIn(text)].filter((one) => !one.startsWith('https://halorosa.example'));
  expect(strangers).toEqual([]);
});

test.each(shopMails)(
  'the mail $name fits a phone, and its pictures have a shop URL, a size and alt text',
  async (kind) => {
    const { html } = await renderMail(kind, kind.sample('https://halorosa.example'));
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
    for (const [picture] of html.matchAll(/<img [^>]*>/g)) {
      const named = [/ src="https:\/\/halorosa\.example\/media\/[^"]+"/, / width="\d+"/, / height="\d+"/, / alt="/];
      expect([picture, named.map((one) => one.test(picture))]).toEqual([picture, [true, true, true, true]]);
    }
  },
);

test.each([orderConfirmation, shipmentMails.shipped])(
  'the mail $name has a labeled picture below its order number, whose alt text is not in the plain text',
  async (kind) => {
    const { html, text } = await renderMail<object>(kind, kind.sample('https://halorosa.example'));
    const { alt } = mailShop.emails[kind === orderConfirmation ? 'order_confirmation' : 'order_shipped'].picture;
    expect([html.includes(`alt="${alt}"`), html.includes('Computer-generated illustration')]).toEqual([true, true]);
    expect(html.indexOf(alt)).toBeGreaterThan(html.indexOf('SAMPLE22</p>'));
    expect([text.includes('llustration'), text.includes('SAMPLE22')]).toEqual([false, true]);
  },
);

test('customer input is escaped in a confirmation', async () => {
  const { html } = await confirmation({
    addressLines: ['<img src=x onerror=alert(1)>'],
    deliveryInstructions: '<script>alert(1)</script>',
  });
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toMatch(/<script|<img src=x/);
});

test.each([
  ['Mia', 'Thank you, Mia\n'],
  ["D'Arcy St. John", "Thank you, D'Arcy St. John\n"],
  ['Zoë 雪', 'Thank you, Zoë 雪\n'],
  ['', 'Thank you\n'],
  ['win at evil.example', 'Thank you\n'],
  ['Mia\nTotal: $0', 'Thank you\n'],
])(
  'the first name %j appears in the greeting only if it cannot pass for anything else',
  async (firstName, greeting) => {
    expect((await confirmation({ firstName })).text).toContain(greeting);
  },
);

test.each([
  ['verify_email', 'Confirm your email address'],
  ['account_exists', 'You already have an account'],
  ['reset_password', 'Choose a new password'],
] as const)('the %s mail contains its link', async (name, subject) => {
  const data = { firstName: 'Mia', url: 'https://halorosa.example/auth?token=t', shopUrl: 'https://halorosa.example' };
  const mail = await renderMail(accountMails[name], data);
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain('href="https://halorosa.example/auth?token=t"');
  expect(mail.text).toContain('https://halorosa.example/auth?token=t');
});

const contactMail = (change: Record<string, string> = {}) =>
  renderMail(contactMessage, {
    reference: '1A2B3C4D',
    name: 'Mia Rose',
    email: 'mia@example.com',
    subject: 'Charging',
    message: 'How long?\n\nThank you',
    shopUrl: 'https://halorosa.example',
    ...change,
  });

test('a plain-text reply keeps its paragraphs and quotes the original message', async () => {
  const written = { reference: '1A2B3C4D', message: 'How long?\n\nThank you', shopUrl: 'https://halorosa.example' };
  const data = { ...written, answer: 'Hello Mia,\n\ntwo hours.' };
  const { text } = await renderMail(contactAnswer, data);
  expect(text).toContain('\n\nHello Mia,\n\ntwo hours.\n\n> How long?\n>\n> Thank you\n\n');
});

test('a contact message shows its sender and text line by line', async () => {
  const { subject, html, text } = await contactMail();
  expect(subject).toBe('New contact message 1A2B3C4D');
  for (const words of ['Mia Rose', 'mia@example.com', 'Charging', 'How long?', 'Thank you']) {
    expect([words, html.includes(words), text.includes(words)]).toEqual([words, true, true]);
  }
  expect(text).toContain('How long?\n\nThank you');
});

test('visitor input is escaped in the mail and absent from its subject', async () => {
  const attack = '<img src=x onerror=alert(1)><a href="https://evil.example">win</a>';
  const { subject, html } = await contactMail({ name: attack, subject: attack, message: attack });
  expect(html).not.toMatch(/<img src="?x|href="https:\/\/evil/);
  expect(subject).toBe('New contact message 1A2B3C4D');
});

test.each([
  ['first', captureCode, 'Your 15% discount code', 'Here is your 15% discount'],
  ['back in stock', backInStock, 'It’s back, with 15% off', 'The wand is back in stock'],
] as const)(
  'the %s code mail contains the code, its expiry and a link that applies it',
  async (_name, kind, subject, title) => {
    const expiry = 'Good for 24 hours, until Sunday, November 22 at 7:00 AM UTC.';
    const data = { code: 'GLOW-7K3QX9M2', discount: '15%', expiry, shopUrl: 'https://halorosa.example' };
    const { subject: actual, html, text } = await renderMail(kind, data);
    expect(actual).toBe(subject);
    const both = ['GLOW-7K3QX9M2', expiry, 'https://halorosa.example/code/GLOW-7K3QX9M2'];
    for (const words of [title, ...both, 'Questions about your code'])
      expect(html.replaceAll('<!-- -->', '')).toContain(words);
    for (const words of both) expect(text).toContain(words);
  },
);

const shopUrl = 'https://halorosa.example';
const head = { orderNumber: 'HR-7K3QX9M2', firstName: 'Mia', items: order.items, trackUrl: order.trackUrl, shopUrl };
const shipment = {
  ...head,
  addressLines: order.addressLines,
  carrier: 'UPS',
  trackingNumber: '1Z999',
  carrierUrl: 'https://www.ups.com/track?tracknum=1Z999',
  delivery: 'Wed, Nov 25',
};

test.each([
  [shipmentMails.shipped, 'is on its way', 'It’s on its way, Mia', ['UPS has your package.', 'Wed, Nov 25']],
  [
    shipmentMails.out_for_delivery,
    'arrives today',
    'It arrives today, Mia',
    ['Your package is out for delivery with UPS.', 'Today'],
  ],
  [shipmentMails.delivered, 'was delivered', 'It’s here, Mia', ['Your package was delivered.', '1 Market Street']],
] as const)('the $0.name mail says that the order $1, in HTML and in text', async (kind, subject, title, expected) => {
  const { subject: actual, html, text } = await renderMail(kind, shipment);
  expect(actual).toBe(`Your halorosa order HR-7K3QX9M2 ${subject}`);
  expect(html).toContain(title);
  for (const words of [...expected, 'HR-7K3QX9M2', order.trackUrl])
    expect([words, text.includes(words)]).toEqual([words, true]);
});

test('a shipment without tracking number and dates has no carrier link', async () => {
  const data = { ...shipment, carrier: null, trackingNumber: null, carrierUrl: null, delivery: null };
  const { html } = await renderMail(shipmentMails.shipped, data);
  expect(html).not.toMatch(/ESTIMATED DELIVERY|ups\.com|null/);
});

test('a shipment in two packages names the number of each, with its link', async () => {
  const ups = { carrier: 'UPS', trackingNumber: '1Z999', carrierUrl: shipment.carrierUrl };
  const usps = { carrier: 'USPS', trackingNumber: '9400', carrierUrl: 'https://tools.usps.com/go/x?tLabels=9400' };
  const { html } = await renderMail(shipmentMails.shipped, { ...shipment, ...usps, packages: [ups, usps] });
  for (const { trackingNumber, carrierUrl } of [ups, usps]) {
    expect(html).toContain(`href="${carrierUrl}"`);
    expect(html).toContain(trackingNumber);
  }
});

test.each([
  [4_900, 'We’ll refund $49.00 to your original payment method, and email you once it’s on its way.'],
  [0, 'There is nothing left to refund.'],
])('a cancellation with %i cents captured says: %s', async (heldCents, said) => {
  const { text } = await renderMail(orderCancelled, { ...head, heldCents });
  expect(text.replaceAll('\n', ' ')).toContain(`Your order HR-7K3QX9M2 is cancelled and won’t ship. ${said}`);
});

test.each([
  [true, 'REFUND', 'We refunded $59.00, everything you paid for order HR-7K3QX9M2, to your original payment method.'],
  [
    false,
    'PARTIAL REFUND',
    'We refunded $59.00, part of what you paid for order HR-7K3QX9M2, to your original payment method.',
  ],
])('a refund with isFull=%s is described as such', async (isFull, label, said) => {
  const { subject, text } = await renderMail(orderRefunded, { ...head, amountCents: 5_900, isFull });
  expect(subject).toBe('Your refund of $59.00 for order HR-7K3QX9M2');
  const line = text.replaceAll('\n', ' ');
  for (const words of [label, said, 'within 5-7 business days'])
    expect([words, line.includes(words)]).toEqual([words, true]);
});
