import type { Actor } from '#modules/audit/rules.ts';
import { endpointInput, endpointRefusals } from '#modules/webhooks/contract.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  renewSecret,
  resend,
} from '#modules/webhooks/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';

import { idIn, textIn, textsIn } from './api-outcome.server.ts';

type Answer = { ok: boolean; message: string; secret?: string };
type Change = (ctx: Ctx, actor: Actor, form: FormData) => Promise<Answer>;

const done = (message: string): Answer => ({ ok: true, message });

const changes: Record<string, Change> = {
  async add(ctx, actor, form) {
    const given = endpointInput.safeParse({ url: textIn(form, 'url'), events: textsIn(form, 'events') });
    if (!given.success) return { ok: false, message: endpointRefusals.no_events };
    const added = await addEndpoint(ctx, actor, given.data);
    if (!added.ok) return { ok: false, message: endpointRefusals[added.reason] };
    return { ...done('The receiver is added'), secret: added.value.secret };
  },
  async renew(ctx, actor, form) {
    const secret = await renewSecret(ctx, actor, idIn(form));
    return { ...done('The receiver has a new secret'), secret };
  },
  async enable(ctx, actor, form) {
    await enableEndpoint(ctx, actor, idIn(form));
    return done('The receiver hears of everything from now on');
  },
  async disable(ctx, actor, form) {
    await disableEndpoint(ctx, actor, idIn(form));
    return done('The receiver hears nothing more');
  },
  async remove(ctx, actor, form) {
    await removeEndpoint(ctx, actor, idIn(form));
    return done('The receiver is removed');
  },
  async resend(ctx, actor, form) {
    const sent = await resend(ctx, actor, idIn(form));
    if (!sent.ok) return { ok: false, message: 'This receiver is disabled: enable it first.' };
    return done('The message is on its way again');
  },
};

/** Does with a receiver or a message what a form's intent names. */
export function changeReceiver(ctx: Ctx, actor: Actor, form: FormData): Promise<Answer> {
  const intent = textIn(form, 'intent');
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  if (change === undefined) throw notFound();
  return change(ctx, actor, form);
}
