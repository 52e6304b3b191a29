import type { z } from 'zod';

import { sendCall, type ApiAnswer } from '#ui/call-api.ts';

import type * as accounts from './accounts/accounts.schema.ts';
import type * as apiKeys from './api/api-keys.schema.ts';
import type * as cart from './cart/cart.schema.ts';
import type * as checkout from './checkout/checkout.schema.ts';
import type * as contact from './contact/contact-message.schema.ts';
import type * as conversions from './conversions/conversions.schema.ts';
import type * as discounts from './discounts/discounts.schema.ts';
import type * as testMail from './email/test-mail.schema.ts';
import type * as marketing from './marketing/email-capture.schema.ts';
import type * as orders from './orders/orders.schema.ts';
import type * as reviews from './reviews/reviews.schema.ts';
import type * as habitTracker from './habit-tracker/habit-tracker.schema.ts';
import type * as tax from './tax/tax.schema.ts';
import type * as tracking from './orders/tracking.schema.ts';
import type * as visits from './analytics/web-analytics.schema.ts';

/** Contracts of all calls that pages make. */
type Contracts = [
  typeof accounts,
  typeof cart,
  typeof checkout,
  typeof contact,
  typeof conversions,
  typeof discounts,
  typeof testMail,
  typeof marketing,
  typeof orders,
  typeof reviews,
  typeof habitTracker,
  typeof tax,
  typeof tracking,
  typeof visits,
];

type Json<S> = { content: { 'application/json': { schema: S } } };
type Multipart = { content: { 'multipart/form-data': object } };
type Endpoint = { method: string; path: string };
type EndpointIn<C> = C extends unknown ? Extract<C[keyof C], Endpoint> : never;

type Filled<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : P;
type InputOf<E> = E extends { request: { body: Json<infer S extends z.ZodType> } }
  ? z.input<S>
  : E extends { request: { body: Multipart } }
    ? FormData
    : E extends { request: { query: infer S extends z.ZodType } }
      ? z.input<S>
      : undefined;
type OutputOf<E> = E extends { responses: { 200: Json<infer S extends z.ZodType> } } ? z.output<S> : never;

/** Names of the calls of the contracts: `'PATCH /cart/items/{id}'`. */
export type CallName = NameOf<EndpointIn<Contracts[number]>>;

type NameOf<E> = E extends Endpoint ? `${Uppercase<E['method']>} ${E['path']}` : never;

/** Calls of the contracts, by method and path: `'PATCH /cart/items/<id>'`. */
type Calls = accounts.SignInCalls &
  apiKeys.DocumentCalls & {
    [E in EndpointIn<Contracts[number]> as `${Uppercase<E['method']>} ${Filled<E['path']>}`]: {
      input: InputOf<E>;
      output: OutputOf<E>;
    };
  };

/** Calls the shop's API. Unknown paths, inputs and response fields do not compile. */
export function call<K extends keyof Calls>(
  name: K,
  ...[input]: undefined extends Calls[K]['input'] ? [] : [input: Calls[K]['input']]
): Promise<ApiAnswer<Calls[K]['output']>> {
  return sendCall(name, input);
}

/** Returns the URL of a GET, for links and images. */
export const addressOf = (name: Extract<keyof Calls, `GET ${string}`>) => `/api${name.slice('GET '.length)}`;
