import { eventNames } from '#app/events.server.ts';
import {
  endpointInput,
  endpointRefusals,
  resendRefusals,
  type EndpointRefusal,
} from '#modules/ground/outgoing-webhooks/contract.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  renewSecret,
  resend,
} from '#modules/ground/outgoing-webhooks/service.server.ts';

import { confirmed, done, formAction, parsed, several, replyTo, type Sent } from '../forms/action.server.ts';

const fields: Partial<Record<EndpointRefusal, string>> = {
  not_an_address: 'url',
  not_https: 'url',
  has_password: 'url',
  private_address: 'url',
  no_events: 'events',
};

const input = endpointInput(eventNames);

const change =
  (work: typeof enableEndpoint, success: string) =>
  async ({ ctx, actor, id }: Sent) => {
    await work(ctx, actor, id);
    return done(success);
  };

/** Does with a receiver or a message what a form asks; where customers' addresses go needs a password that was just proven. */
export const changeReceiver = formAction({
  add: confirmed(
    parsed(input.extend({ events: several(input.shape.events) }), async ({ ctx, actor }, endpoint) => {
      const added = await addEndpoint(ctx, actor, endpoint);
      if (added.ok) return done('The receiver is added', { secret: added.value.secret });
      return replyTo(added, endpointRefusals, { success: '', fields });
    }),
  ),
  renew: confirmed(async ({ ctx, actor, id }) =>
    done('The receiver has a new secret', { secret: await renewSecret(ctx, actor, id) }),
  ),
  enable: confirmed(change(enableEndpoint, 'The receiver hears of everything from now on')),
  disable: change(disableEndpoint, 'The receiver hears nothing more'),
  remove: change(removeEndpoint, 'The receiver is removed'),
  async resend({ ctx, actor, id }) {
    return replyTo(await resend(ctx, actor, id), resendRefusals, 'The message is on its way again');
  },
});
