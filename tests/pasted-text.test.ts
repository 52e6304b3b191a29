import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { searchPatterns } from '#modules/orders/list-orders.ts';
import { changeStatus } from '#modules/orders/fulfillment.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { createKey } from '#modules/api/api-keys.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';

import { givenAuthenticator, linkFor, password } from './support/account.ts';
import {
  address,
  contact,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from './support/shop-visitor.ts';
import { owner } from './support/orders.ts';
import { testWithShop } from './support/shop-test.ts';
import { totpCode } from './support/totp.ts';

const test = testWithShop({ prepare: givenShipping });

/**
 * Invisible characters that programs paste: direction marks, soft hyphens, joiners, variation
 * selectors, object placeholders and fillers.
 */
const unseen = ['\u202a', '\u00ad', '\u200d', '\ufe0f', '\ufffc', '\u2060', '\u200b', '\u3164', '\u{e0100}'];

/**
 * Text as pasted from a mail, a PDF or a chat: invisible characters in between, typographic dashes,
 * and spaces around it.
 */
const pasted = (text: string) =>
  ` \u00a0${Array.from(text, (sign, index) => sign + unseen[index % unseen.length]).join('')}\t`.replaceAll(
    '-',
    '\u2013',
  );
/** The same text in the full-width letters and digits of a Japanese keyboard. */
const wide = (text: string) =>
  Array.from(text, (sign) =>
    /[!-~]/.test(sign) ? String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0) : sign,
  ).join('');

test.for([
  ['pasted', pasted],
  ['wide', wide],
] as const)(
  'a checkout accepts a %s phone number, address, email and code, and stores them clean',
  async ([how, spell], { shop }) => {
    const code = await givenCode(shop, { code: `SAVE-${how.toUpperCase()}` });
    const visitor = newVisitor(shop);
    await fillCart(visitor, await givenProduct(shop));
    const { checkoutId } = await openCheckout(visitor);
    const tried = await visitor.send('POST', '/validate-discount', { code: spell(code), subtotal: 59 });
    expect(tried.body).toMatchObject({ valid: true, discountCode: { code } });
    const typed = {
      customer_info: { ...contact, email: spell(contact.email), phone: spell('415-555-0132') },
      shipping_address: { ...address, state: spell('CA'), postalCode: spell('94103-1234') },
      billing_address: { ...address, state: spell('California'), postalCode: spell('94103') },
      discount_code: spell(code),
    };
    expect(await finalize(visitor, checkoutId, typed)).toMatchObject({
      status: 200,
      body: { checkout: { code: { code } } },
    });
    const versions = await shop.ctx.db.select().from(checkoutQuotes).where(eq(checkoutQuotes.checkoutId, checkoutId));
    expect(versions.at(-1)?.body).toMatchObject({
      contact: { email: contact.email, phone: '415-555-0132' },
      shippingAddress: { state: 'CA', postalCode: '94103-1234' },
      billingAddress: { state: 'CA', postalCode: '94103' },
    });
  },
);

test.for([
  ['pasted', pasted],
  ['wide', wide],
] as const)(
  'addresses, taxes, the newsletter and the contact form accept a %s text',
  async ([how, spell], { shop, visitor }) => {
    const place = await visitor.send('POST', '/postal-place', { postalCode: spell('94103'), country: 'US' });
    expect(place.body).toEqual({ place: { city: 'San Francisco', state: 'CA' } });
    const taxed = (state: string) =>
      visitor.send('POST', '/calculate-tax', { subtotal: 59, shippingAddress: { country: 'US', state } });
    expect((await taxed(spell('CA'))).body).toEqual((await taxed('CA')).body);

    const email = `${how}@example.com`;
    await visitor.send('POST', '/capture-email', { email: spell(email), trigger: 'newsletter' });
    expect(await shop.ctx.db.$count(emailCaptures, eq(emailCaptures.email, email))).toBe(1);
    const message = { name: 'Mia', email: spell(email), subject: 'Hello', message: 'Where is it?' };
    expect((await visitor.send('POST', '/send-contact-email', message)).status).toBe(200);
  },
);

test.for([
  ['pasted', pasted],
  ['wide', wide],
] as const)(
  'accounts accept a %s email address and a code of the authenticator',
  async ([_how, spell], { shop, admin: { email, visitor } }) => {
    const { secret, backupCodes } = await givenAuthenticator(shop, visitor);
    const enter = async (path: string, code: string) => {
      const browser = newVisitor(shop);
      const begun = await browser.send('POST', '/auth/sign-in/email', { email: spell(email), password });
      expect(begun.body).toMatchObject({ twoFactorRedirect: true });
      return (await browser.send('POST', `/auth/two-factor/${path}`, { code: spell(code) })).status;
    };
    expect(await enter('verify-totp', totpCode(secret, 1))).toBe(200);
    expect(await enter('verify-backup-code', backupCodes[0] ?? '')).toBe(200);
    await newVisitor(shop).send('POST', '/auth/request-password-reset', {
      email: spell(email),
      redirectTo: '/auth/reset',
    });
    expect((await linkFor(shop, email, 'reset_password')).pathname).toContain('reset');
  },
);

test.for([
  ['pasted', pasted],
  ['wide', wide],
] as const)(
  'tracking, the API and the order search accept a %s order number',
  async ([_how, spell], { shop, paidOrder: { orderId } }) => {
    const isOrder = eq(orders.id, orderId);
    const [order] = await shop.ctx.db.select().from(orders).where(isOrder);
    const { orderNumber, email } = order ?? { orderNumber: '', email: '' };
    const tracked = await newVisitor(shop).send('POST', '/track-order', {
      orderNumber: spell(orderNumber),
      email: spell(email),
    });
    expect(tracked.status).toBe(200);
    const patterns = (search: string) => searchPatterns({ search, prefixes: ['HR'] });
    expect(patterns(spell(orderNumber))).toEqual(patterns(orderNumber));
    expect(patterns(spell(email))).toEqual(patterns(email));

    const made = await createKey(shop.ctx, owner, { name: 'ERP', scopes: ['orders:read'] });
    const key = made.ok ? made.value.key : '';
    const read = await shop.app.request(`/api/v1/orders/${encodeURIComponent(spell(orderNumber))}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([read.status, await read.json()]).toMatchObject([200, { number: orderNumber }]);

    await shop.ctx.db.update(orders).set({ trackingNumber: null });
    const parcel = { status: 'shipped' as const, carrierName: 'UPS', trackingNumber: spell('1Z-999AA1') };
    expect((await changeStatus(shop.ctx, owner, { orderNumber, ...parcel })).ok).toBe(true);
    const [shipped] = await shop.ctx.db.select().from(orders).where(isOrder);
    expect(shipped?.trackingNumber).toBe('1Z-999AA1');
  },
);
