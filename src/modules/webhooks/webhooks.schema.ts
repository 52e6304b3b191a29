import { z } from 'zod';

import type { EventKind } from './webhooks.ts';

export const endpointRefusals = {
  not_an_address: 'Enter a full URL, for example https://erp.example/hooks/shop',
  not_https: 'The URL must start with https://',
  has_password: 'Remove the username and password from the URL. Events are signed instead.',
  private_address: 'This URL is inside a private network. Set WEBHOOKS_INSIDE=true to allow it.',
  no_events: 'Choose at least one event.',
  too_many: 'You can have up to 20 endpoints. Remove one first.',
};

export type EndpointRefusal = keyof typeof endpointRefusals;

/** Schema of a receiver. `names` are the event kinds of the shop. */
export const endpointInput = (names: readonly string[]) =>
  z.object({ url: z.string().trim(), events: z.array(z.enum(names)) });

/** Schema of the body of a webhook of this kind. `names` are the event kinds of the shop. */
export const messageOutput = ({ data }: EventKind, names: readonly string[]) =>
  z.object({ type: z.enum(names), timestamp: z.iso.datetime(), data });

export const changeRefusals = { gone: 'This endpoint no longer exists.' };

export const resendRefusals = {
  gone: 'This event no longer exists. Its endpoint was removed.',
  disabled: 'This endpoint is disabled. Enable it first.',
  erased: 'This event’s data was deleted, so it can’t be sent again.',
} as const;
