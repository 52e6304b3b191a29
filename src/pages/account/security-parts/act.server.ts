import { data, redirect } from 'react-router';

import {
  beginSetup,
  endAuthenticator,
  finishSetup,
  newBackupCodes,
  setupOf,
  type AuthenticatorParts,
} from '#modules/people/accounts/authenticator/service.server.ts';
import type { Setup } from '#modules/people/accounts/authenticator/rules.ts';
import { confirmPassword } from '#modules/people/accounts/confirm/service.server.ts';
import { confirmRefusals } from '#modules/people/accounts/contract.ts';
import { refuseUnconfirmed } from '#modules/people/accounts/guard/service.server.ts';
import { endOtherSessions, endSession } from '#modules/people/accounts/sessions/service.server.ts';
import { requestReset } from '#modules/people/accounts/sign-in/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { isUuid } from '#shared/uuid.ts';

import type { Done, Intent } from './rules.ts';

export type Acting = AuthenticatorParts & { ctx: Ctx; headers: Headers; user: SignedInUser; form: FormData };

type Answer = {
  intent: Intent;
  problem: string | null;
  refusal?: 'confirm_password';
  setup?: Setup | null;
  backupCodes?: string[];
};

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().slice(0, 500) : '';
};

const passwordOf = (form: FormData) => {
  const value = form.get('password');
  return typeof value === 'string' ? value.slice(0, 200) : '';
};

const told = (answer: Answer) => data(answer, { status: answer.problem === null ? 200 : 422 });
const failed = (intent: Intent, problem: string) => told({ intent, problem });

function done(what: Done, headers?: Headers, cookies: string[] = []): never {
  for (const cookie of cookies) headers?.append('set-cookie', cookie);
  throw redirect(`/account/security?done=${what}`, 303);
}

async function endSessions({ ctx, user, form }: Acting, intent: 'end-session' | 'end-others') {
  const unconfirmed = refuseUnconfirmed(user, ctx.now());
  if (unconfirmed !== null) return data<Answer>({ intent, ...unconfirmed.data }, { status: 403 });
  if (intent === 'end-others') await endOtherSessions(ctx.db, user);
  else if (isUuid(textOf(form, 'id'))) await endSession(ctx.db, user.id, textOf(form, 'id'));
  done('ended');
}

async function confirm(acting: Acting) {
  const { ctx, auth, limits, user, request, visitor, form } = acting;
  const proof = { password: passwordOf(form) };
  const result = await confirmPassword({ ctx, auth, limits }, { user, request, visitor }, proof);
  return result.ok ? done('confirmed') : failed('confirm', confirmRefusals[result.reason]);
}

async function mailReset({ auth, request, visitor, user }: Acting) {
  const problem = await requestReset({ auth, request, sender: visitor }, user.email);
  return problem === null ? done('mailed') : failed('mail-reset', problem);
}

async function begin(acting: Acting) {
  const result = await beginSetup(acting, acting.user, passwordOf(acting.form));
  if (!result.ok) return failed('begin', confirmRefusals[result.reason]);
  return told({ intent: 'begin', problem: null, setup: result.value });
}

async function finish(acting: Acting) {
  const { form, headers } = acting;
  const result = await finishSetup(acting, textOf(form, 'code').replaceAll(' ', ''));
  if (result.ok) done('on', headers, result.value);
  // What was shown before comes back from the form itself: it is stored nowhere where it could be read again.
  const setup = setupOf(textOf(form, 'uri'), textOf(form, 'backupCodes').split(' ').filter(Boolean));
  const isUsed = !result.ok && result.reason === 'used';
  const problem = isUsed ? confirmRefusals.used : 'This code is not right. Please try the next one.';
  return told({ intent: 'finish', problem, setup });
}

async function end(acting: Acting) {
  const result = await endAuthenticator(acting, acting.user, passwordOf(acting.form));
  if (!result.ok) return failed('end', confirmRefusals[result.reason]);
  return done('off', acting.headers, result.value);
}

async function renew(acting: Acting) {
  const result = await newBackupCodes(acting, acting.user, passwordOf(acting.form));
  if (!result.ok) return failed('renew', confirmRefusals[result.reason]);
  return told({ intent: 'renew', problem: null, backupCodes: result.value });
}

/** Answers a form of the security page. */
export function act(acting: Acting) {
  const intent = textOf(acting.form, 'intent');
  switch (intent) {
    case 'end-session':
    case 'end-others':
      return endSessions(acting, intent);
    case 'confirm':
      return confirm(acting);
    case 'mail-reset':
      return mailReset(acting);
    case 'begin':
      return begin(acting);
    case 'finish':
      return finish(acting);
    case 'renew':
      return renew(acting);
    case 'end':
      return end(acting);
    default:
      throw new Response(null, { status: 400 });
  }
}
