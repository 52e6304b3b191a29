import { html } from 'hono/html';

import type { Problems } from './checkout-form.ts';
import { cancelUrlOf, type HostedState } from './pay-session.ts';
import type { SandboxSession } from '../objects.ts';
import { formatUsd, testCards } from '../cards.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

type Html = ReturnType<typeof html>;

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox/checkout.css" />
      </head>
      <body>
        <aside class="ribbon" aria-label="Notice">
          Payment sandbox: a stand-in for the payment provider. No money moves.
        </aside>
        <main>${body}</main>
      </body>
    </html>`;
}

function summary(session: SandboxSession): Html {
  const back = cancelUrlOf(session);
  return html`<section aria-labelledby="title">
    ${back === null ? '' : html`<a class="back" href="${back}">← Back to the shop</a>`}
    <h1 id="title">Payment sandbox</h1>
    <p class="total">${formatUsd(session.amount_total)}</p>
    <ul class="lines">
      ${session.sandbox_lines.map(
        ({ name, quantity, amount }) =>
          html`<li>
            <span>${name} <span class="soft">× ${quantity}</span></span
            ><span>${formatUsd(amount)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

type Shown = { typed: Record<string, string>; problems: Problems };
type FieldOf = {
  name: string;
  label: string;
  autocomplete: string;
  isWide?: boolean;
  placeholder?: string;
  type?: string;
};

const order = [
  'email',
  'country',
  'line1',
  'city',
  'state',
  'postal_code',
  'phone',
  'number',
  'expiry',
  'code',
  'name',
];

function field({ typed, problems }: Shown, { name, label, autocomplete, isWide, placeholder, type }: FieldOf): Html {
  const problem = problems[name];
  return html`<div class="${isWide === true ? 'wide' : ''}">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type ?? 'text'}"
      autocomplete="${autocomplete}"
      placeholder="${placeholder ?? ''}"
      value="${typed[name] ?? ''}"
      aria-invalid="${problem === undefined ? 'false' : 'true'}"
      aria-describedby="${name}-error"
      ${order.find((one) => problems[one] !== undefined) === name ? 'autofocus' : ''}
    />
    <p class="error" id="${name}-error">${problem ?? ''}</p>
  </div>`;
}

function countryField({ typed, problems }: Shown, countries: readonly string[]): Html {
  return html`<div class="wide">
    <label for="country">Country</label>
    <select id="country" name="country" autocomplete="country" aria-describedby="country-error">
      ${countries.map(
        (code) =>
          html`<option value="${code}" ${typed.country === code ? 'selected' : ''}>
            ${countryNames.of(code) ?? code}
          </option>`,
      )}
    </select>
    <p class="error" id="country-error">${problems.country ?? ''}</p>
  </div>`;
}

function addressFields(shown: Shown, countries: readonly string[]): Html {
  return html`<fieldset>
    <legend>Shipping address</legend>
    ${countryField(shown, countries)}
    ${field(shown, { name: 'line1', label: 'Address', autocomplete: 'address-line1', isWide: true })}
    ${field(shown, { name: 'line2', label: 'Apartment (optional)', autocomplete: 'address-line2', isWide: true })}
    ${field(shown, { name: 'city', label: 'City', autocomplete: 'address-level2' })}
    ${field(shown, { name: 'state', label: 'State', autocomplete: 'address-level1' })}
    ${field(shown, { name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code' })}
    ${field(shown, { name: 'phone', label: 'Phone (optional)', autocomplete: 'tel', type: 'tel' })}
  </fieldset>`;
}

function cardFields(shown: Shown): Html {
  const number = {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  };
  return html`<fieldset>
    <legend>Card</legend>
    ${field(shown, { ...number, isWide: true })}
    ${field(shown, { name: 'expiry', label: 'Expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
    ${field(shown, { name: 'code', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC' })}
    ${field(shown, { name: 'name', label: 'Full name', autocomplete: 'name', isWide: true })}
  </fieldset>`;
}

function help(): Html {
  return html`<details>
    <summary>Sandbox: 4242 4242 4242 4242 pays. Other test cards</summary>
    <ul>
      ${testCards.map(({ number, name }) => html`<li>${(number.match(/.{4}/g) ?? []).join(' ')} ${name}</li>`)}
    </ul>
  </details>`;
}

/** Renders the payment form of a session, with the values typed before. */
export function paymentPage({ session, error }: HostedState, refilled: Partial<Shown> = {}): Html {
  const shown: Shown = { problems: {}, ...refilled, typed: { email: session.customer_email ?? '', ...refilled.typed } };
  const countries = session.shipping_address_collection?.allowed_countries ?? null;
  const body = html`${summary(session)}
    <section class="card" aria-labelledby="pay">
      <h2 id="pay">Pay with a test card</h2>
      ${error === null ? '' : html`<p class="notice" role="alert">${error.message}</p>`}
      <form method="post" action="/sandbox/checkout/${session.id}" novalidate>
        <fieldset>
          <legend>Contact</legend>
          ${field(shown, { name: 'email', label: 'Email', autocomplete: 'email', type: 'email', isWide: true })}
        </fieldset>
        ${countries === null ? '' : addressFields(shown, countries)} ${cardFields(shown)}
        <button type="submit">Pay ${formatUsd(session.amount_total)}</button>
      </form>
      ${help()}
    </section>`;
  return frame('Payment sandbox', body);
}

/** Renders the 3-D Secure challenge. */
export function challengePage({ session }: HostedState): Html {
  const body = html`${summary(session)}
    <section class="card" aria-labelledby="challenge">
      <h2 id="challenge">3-D Secure</h2>
      <p>Your bank asks you to confirm this sandbox payment.</p>
      <form method="post" action="/sandbox/checkout/${session.id}/authenticate">
        <button type="submit" name="passed" value="yes">Complete authentication</button>
        <button class="second" type="submit" name="passed" value="no">Fail authentication</button>
      </form>
    </section>`;
  return frame('3-D Secure · Payment sandbox', body);
}

/** Renders the page of an expired or unknown session. */
export function endedPage(session: SandboxSession | null): Html {
  const back = session === null ? '/' : (cancelUrlOf(session) ?? '/');
  const body = html`<section class="card" aria-labelledby="ended">
    <h1 id="ended">Payment sandbox</h1>
    <p>This payment page has expired. You were not charged.</p>
    <a class="button" href="${back}">Back to the shop</a>
  </section>`;
  return frame('Expired · Payment sandbox', body);
}
