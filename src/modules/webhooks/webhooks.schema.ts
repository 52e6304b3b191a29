import { z } from 'zod';

import type { EventKind } from './webhooks.ts';

export const endpointRefusals = {
  not_an_address: 'Enter a complete address, for example https://erp.example/hooks/shop',
  not_https: 'The address must begin with https://',
  has_password: 'Leave user name and password out of the address: every message is signed.',
  private_address: 'This address is inside your own network. Set WEBHOOKS_INSIDE=true to allow that.',
  no_events: 'Choose at least one event.',
  too_many: 'A shop has at most 20 receivers.',
};

export type EndpointRefusal = keyof typeof endpointRefusals;

/** Schema of a receiver. `names` are the event kinds of the shop. */
export const endpointInput = (names: readonly string[]) =>
  z.object({ url: z.string().trim(), events: z.array(z.enum(names)) });

/** Schema of the body of a webhook of this kind. `names` are the event kinds of the shop. */
export const messageOutput = ({ data }: EventKind, names: readonly string[]) =>
  z.object({ type: z.enum(names), timestamp: z.iso.datetime(), data });

export const changeRefusals = { gone: 'There is no such receiver any more.' };

export const resendRefusals = {
  gone: 'There is no such message any more: its receiver was removed.',
  disabled: 'This receiver is disabled: enable it first.',
  erased: 'The text of this message is not kept any more.',
} as const;
