import { data, type ActionFunctionArgs } from 'react-router';
import { z, type ZodError, type ZodType } from 'zod';

import { confirmPassword } from '#modules/accounts/confirm-password.server.ts';
import { confirmRefusals } from '#modules/accounts/accounts.schema.ts';
import { assertConfirmed } from '#modules/accounts/guard.server.ts';
import { pageAuth, pageUser } from '#modules/accounts/page-auth.server.ts';
import { actorOf } from '#modules/audit/audit-log.server.ts';
import { HttpError, notFound } from '#platform/http/errors.server.ts';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import { formText } from '#shared/form-text.ts';
import type { Result } from '#shared/result.ts';
import { linesOf, formValues } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { formKey, type FormAnswer } from '#ui/form-answer.ts';

type Args = Pick<ActionFunctionArgs, 'context' | 'request'> & { params: Record<string, string | undefined> };

/** A form that was sent, and who sent it. */
export type Sent = ReturnType<typeof sentBy>;

export type Reply<T = unknown> = Partial<FormAnswer<T>> & { ok: boolean; message: string; status?: number };

type Run<T> = Promise<Reply<T> | Response>;
type Handler<T> = (sent: Sent) => Run<T>;

const noRow = '00000000-0000-0000-0000-000000000000';
const passwordField = 'confirm-password';
const secretMax = 200;

export function done<T = never>(message: string, result: T | null = null): Reply<T> {
  return { ok: true, message, result };
}

export function refused(message: string, issues: Record<string, string> = {}): Reply<never> {
  return { ok: false, message, issues };
}

/** What a service's result says to whoever sent the form; `fields` names the field that a refusal is about. */
export function replyTo<R extends string>(
  result: Result<unknown, R>,
  refusals: NoInfer<Record<R, string>>,
  said: string | { success: string; fields: Partial<NoInfer<Record<R, string>>> },
): Reply<never> {
  const { success, fields } = typeof said === 'string' ? { success: said, fields: {} } : said;
  if (result.ok) return done(success);
  const field = (fields as Partial<Record<R, string>>)[result.reason];
  const message = refusals[result.reason];
  const issues = field === undefined ? {} : { [field]: message };
  return { ...refused(message, issues), conflict: result.reason === 'changed_meanwhile' };
}

/** Of a list of which several can be chosen. */
export const multiSelect = <V>(schema: ZodType<V, string[]>) => z.string().default('').transform(linesOf).pipe(schema);

function invalid(error: ZodError): Reply<never> {
  const issues = Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  const count = Object.keys(issues).length;
  const fields = count === 1 ? 'One field needs' : `${count} fields need`;
  return refused(`${fields} your attention. Nothing was saved.`, issues);
}

/** Asks for the password where its proof is too old; a page without scripts sends it along with the form. */
async function unconfirmed(sent: Sent): Promise<Reply<never> | null> {
  const { context, ctx, user } = sent;
  try {
    assertConfirmed(user, ctx.now());
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const asked = { ok: false, status: 403, question: 'password' as const };
    const password = sent.secret(passwordField);
    if (password === '') return { ...asked, message: error.message };
    const proven = await confirmPassword(sent, { password });
    if (!proven.ok) return { ...asked, status: 422, message: confirmRefusals[proven.reason] };
    context.set(pageUser, { ...user, confirmedAt: ctx.now() });
    return null;
  }
}

function sentBy({ context, request, params }: Args) {
  const page = context.get(pageRequest);
  const form = context.get(sentForm);
  const values = formValues(form);
  const id = values.id ?? params.id ?? '';
  return {
    ...page,
    context,
    request,
    params,
    form,
    /** What was typed; passwords and codes of sign-in are read by `secret` and never sent back. */
    values,
    /** The row that it is about, by its field `id` or by the page's address; what is no id is one that no row has. */
    id: isUuid(id) ? id : noRow,
    /** A typed password or code, as it was typed; empty where there is none. */
    secret: (name: string) => formText(form, name).slice(0, secretMax),
    get auth() {
      return context.get(pageAuth);
    },
    /** This and `actor` fail for a guest. */
    get user() {
      return context.get(pageUser);
    },
    get actor() {
      return actorOf(page.visitor);
    },
  };
}

/** Does it only after the password was proven lately. */
export function confirmed<T>(handler: Handler<T>): Handler<T> {
  return async (sent) => (await unconfirmed(sent)) ?? handler(sent);
}

/** Does it with what the fields hold, once they are as the schema wants them; that depends on the shop at times. */
export function parsed<V, T>(
  schema: ZodType<V> | ((sent: Sent) => ZodType<V>),
  run: (sent: Sent, value: V) => Run<T>,
): Handler<T> {
  return async (sent) => {
    const read = (typeof schema === 'function' ? schema(sent) : schema).safeParse(sent.values);
    return read.success ? run(sent, read.data) : invalid(read.error);
  };
}

const statusOf = ({ ok, conflict = false, status = ok ? 200 : conflict ? 409 : 422 }: Reply) => status;

/**
 * The action of a page with these forms, told apart by the field `form`. All answer in one shape; what was typed comes back with
 * every answer but a success.
 */
export function formAction<T>(forms: Record<string, Handler<T>>) {
  return async (args: Args) => {
    const sent = sentBy(args);
    const { form: names = '', id } = sent.values;
    // A form's second button names another form than the first.
    const name = linesOf(names).at(-1) ?? '';
    const handler = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (handler === undefined) throw notFound();
    const reply = await handler(sent);
    if (reply instanceof Response) return reply;
    const { status: _status, ...rest } = reply;
    const blank = { issues: {}, conflict: false, question: null, result: null };
    const values = reply.ok ? {} : sent.values;
    const answer: FormAnswer<T> = { form: formKey(name, id), ...blank, values, ...rest };
    return data(answer, { status: statusOf(reply) });
  };
}
