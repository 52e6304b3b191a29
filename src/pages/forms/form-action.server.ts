import { createContext, data, type ActionFunctionArgs } from 'react-router';
import { z, type ZodError, type ZodType } from 'zod';

import { confirmPassword, confirmWithBoth } from '#modules/accounts/confirm-password.server.ts';
import { confirmRefusals } from '#modules/accounts/accounts.schema.ts';
import { assertConfirmed, notYourRole } from '#modules/accounts/guard.server.ts';
import { pageAuth, pageUser } from '#modules/accounts/auth-service.server.ts';
import { appendSecurityEvent } from '#modules/accounts/security-log.server.ts';
import { pathArea } from '#modules/accounts/security-log.ts';
import { actorOf } from '#modules/audit/audit-log.server.ts';
import { HttpError, notFound, refusalStatus } from '#platform/http/http-error.server.ts';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import { formText, nonEmptyLines, formValues, type FormValues } from '#shared/form-values.ts';
import type { Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';
import { formKey, sureField, type FormResponse } from '#ui/form-response.ts';

import type { FormName, FormPath } from '../page-registry.ts';

type Args = Pick<ActionFunctionArgs, 'context' | 'request'> & { params: Record<string, string | undefined> };

/** A submitted form and its sender. */
export type SentForm = ReturnType<typeof sentBy>;

export type FormReply<T = unknown> = Partial<FormResponse<T>> & { ok: boolean; message: string; status?: number };

type Run<T> = Promise<FormReply<T> | Response>;
type Handler<T> = (sent: SentForm) => Run<T>;

/** True for the forms of the page that its sender may send. The page table states them. */
export const pageForms = createContext<(form: string) => boolean>(() => true);

const missingId = '00000000-0000-0000-0000-000000000000';
const passwordField = 'confirm-password';
const codeField = 'confirm-one-time-code';
const secretMax = 200;

export function formSuccess<T = never>(message: string, result: T | null = null): FormReply<T> {
  return { ok: true, message, result };
}

export function formError(message: string, issues: Record<string, string> = {}): FormReply<never> {
  return { ok: false, message, issues };
}

/** Returns true if the form answers the question about `agreed`, or any if that is not named. */
export function isSure({ [sureField]: sure = '' }: FormValues, agreed?: string): boolean {
  return agreed === undefined ? sure !== '' : nonEmptyLines(sure).includes(agreed);
}

/** Asks about a doubt in the form. Nothing was saved. */
export const doubt = (message: string, more: Pick<FormReply, 'agrees' | 'yes' | 'issues'> = {}): FormReply<never> => ({
  ...formError(message),
  ...more,
  question: 'sure',
  result: null,
});

/** Asks before what cannot be undone. The page has the words if there is no message. */
export const finalQuestion = (message = '', agrees = 'on'): FormReply<never> => ({
  ok: false,
  message,
  agrees,
  question: 'final',
  status: 200,
});

/** Runs the handler only after the question before what cannot be undone. */
export function final<T>(handler: Handler<T>): Handler<T> {
  return async (sent) => (isSure(sent.values) ? handler(sent) : finalQuestion());
}

/** Converts a service's result to a reply. `fields` maps refusal reasons to field names. */
export function replyFromResult<R extends string>(
  result: Result<unknown, R>,
  refusals: NoInfer<Record<R, string>>,
  said: string | { success: string; fields: Partial<NoInfer<Record<R, string>>> },
): FormReply<never> {
  const { success, fields } = typeof said === 'string' ? { success: said, fields: {} } : said;
  if (result.ok) return formSuccess(success);
  const field = (fields as Partial<Record<R, string>>)[result.reason];
  const message = result.message ?? refusals[result.reason];
  const issues = field === undefined ? {} : { [field]: message };
  const conflict = result.reason === 'changed_meanwhile';
  return {
    ...formError(message, issues),
    reason: result.reason,
    conflict,
    status: conflict ? 409 : refusalStatus(result.reason),
  };
}

/**
 * Converts a result like `replyFromResult`, with the messages of the fields that a refusal names.
 */
export function withIssues<R extends string>(
  result: Result<unknown, R> & { issues?: Record<string, string> },
  refusals: NoInfer<Record<R, string>>,
  success: string,
): FormReply<never> {
  const reply = replyFromResult(result, refusals, success);
  return result.issues === undefined ? reply : { ...reply, ...formError(reply.message, result.issues) };
}

/** Schema of a multi-select, submitted line by line. */
export const multiSelect = <V>(schema: ZodType<V, string[]>) =>
  z.string().default('').transform(nonEmptyLines).pipe(schema);

function invalid(error: ZodError): FormReply<never> {
  const issues = Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  const count = Object.keys(issues).length;
  const fields = count === 1 ? 'One field needs' : `${count} fields need`;
  return { ...formError(`${fields} attention. Nothing was saved.`, issues), reason: 'invalid' };
}

/**
 * Asks for the password if its last confirmation is too old.
 * A page without scripts sends it with the form.
 */
async function unconfirmed(sent: SentForm): Promise<FormReply<never> | null> {
  const { context, ctx, user } = sent;
  try {
    assertConfirmed(user, ctx.now());
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const passwordQuestion = { ok: false, status: 403, question: 'password' as const };
    const password = sent.secret(passwordField);
    if (password === '') return { ...passwordQuestion, message: error.message };
    const proven = await confirmPassword(sent, { password });
    if (!proven.ok) return { ...passwordQuestion, status: 422, message: confirmRefusals[proven.reason] };
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
    /**
     * Submitted values.
     * Sign-in passwords and codes are left out: only
     * `secret` reads them, and they are never sent back.
     */
    values,
    /**
     * Row id, from the field `id` or the page's address.
     * An invalid UUID becomes an id that no row has.
     */
    id: isUuid(id) ? id : missingId,
    /** Submitted password or code, unchanged. Empty if absent. */
    secret: (name: string) => formText(form, name).slice(0, secretMax),
    get auth() {
      return context.get(pageAuth);
    },
    /** Throws for a guest, like `actor`. */
    get user() {
      return context.get(pageUser);
    },
    get actor() {
      return actorOf(page.visitor);
    },
  };
}

/** Runs the handler only after a recent password confirmation. */
export function withRecentPassword<T>(handler: Handler<T>): Handler<T> {
  return async (sent) => (await unconfirmed(sent)) ?? handler(sent);
}

function missingProof({ user }: SentForm, proofs: { password: string; code: string }): Record<string, string> | null {
  if (proofs.password === '') return { [passwordField]: 'Enter your password' };
  return user.hasAuthenticator && proofs.code === '' ? { [codeField]: 'Enter the code from your app' } : null;
}

/**
 * Runs the handler only if the form brings the password, and a code where an authenticator is on.
 * For keys, whose change an open session alone must not make.
 */
export function withBothProofs<T>(handler: Handler<T>): Handler<T> {
  return async (sent) => {
    const proofs = { password: sent.secret(passwordField), code: sent.secret(codeField) };
    const missing = missingProof(sent, proofs);
    if (missing !== null) return formError('Nothing was saved. Confirm it’s you.', missing);
    const proven = await confirmWithBoth(sent, proofs);
    if (proven.ok) return handler(sent);
    return formError(confirmRefusals[proven.reason], { [passwordField]: confirmRefusals[proven.reason] });
  };
}

/**
 * Runs with the parsed fields, or replies with the schema's errors.
 * The schema may depend on the request.
 */
export function withParsedFields<V, T>(
  schema: ZodType<V> | ((sent: SentForm) => ZodType<V>),
  run: (sent: SentForm, value: V) => Run<T>,
): Handler<T> {
  return async (sent) => {
    const read = (typeof schema === 'function' ? schema(sent) : schema).safeParse(sent.values);
    return read.success ? run(sent, read.data) : invalid(read.error);
  };
}

/** Refuses a form that the sender's role does not include. Nothing has been read or changed. */
async function refuseForm({ ctx, user, visitor, request }: SentForm, name: string): Promise<FormReply<never>> {
  const subject = `${pathArea(new URL(request.url).pathname)} ${name}`;
  await appendSecurityEvent(ctx, { kind: 'admin_refused', subject, accountId: user.id, ip: visitor.ip });
  return { ...formError(notYourRole), status: 403 };
}

const statusOf = ({ ok, conflict = false, status = ok ? 200 : conflict ? 409 : 422 }: FormReply) => status;

/**
 * Action of a page with several forms, chosen by the field `form`.
 * All forms answer in one shape.
 * Submitted values are returned with every response except a success.
 */
export function formAction<T>(forms: Readonly<Record<string, Handler<T>>>) {
  return async (args: Args) => {
    const sent = sentBy(args);
    const { form: names = '', id } = sent.values;
    // A form's second button adds another form name. The last one applies.
    const name = nonEmptyLines(names).at(-1) ?? '';
    const handler = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (handler === undefined) throw notFound();
    const isAllowed = args.context.get(pageForms)(name);
    const reply = isAllowed ? await handler(sent) : await refuseForm(sent, name);
    if (reply instanceof Response) return reply;
    const { status: _status, ...rest } = reply;
    const reason = reply.ok ? '' : 'refused';
    const blank = { reason, issues: {}, conflict: false, question: null, result: null };
    const values = reply.ok ? {} : sent.values;
    const answer: FormResponse<T> = { form: formKey(name, id), ...blank, values, ...rest };
    return data(answer, { status: statusOf(reply) });
  };
}

/**
 * Action of an admin page: `formAction` with exactly the forms that the page table lists there.
 * A form without its roles in the table does not compile.
 */
export const adminAction = <const P extends FormPath, T>(_path: P, forms: Readonly<Record<FormName<P>, Handler<T>>>) =>
  formAction<T>(forms);
