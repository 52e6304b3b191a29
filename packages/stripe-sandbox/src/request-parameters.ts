import { createRequire } from 'node:module';

import { isForm, type Form } from './cards.ts';
import { invalid, type ApiResponse } from './responses.ts';
import type { SandboxError } from './cards.ts';

/**
 * Allowed values of a parameter. In a form every value is text. `names` are the allowed texts; `''`
 * unsets a parameter.
 */
export type Schema =
  | 'any'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | { names: string[] }
  | { list: Schema }
  | { fields: Record<string, Schema>; required?: string[]; values?: Schema }
  | { oneOf: Schema[] }
  | { same: number };

/**
 * Parameters of each served call. `scripts/requests.ts` extracts them from the type declarations of
 * Stripe's SDK.
 */
export type Requests = { openapi: string; shared: Schema[]; calls: Record<string, Schema> };

const require = createRequire(import.meta.url);
let read: Requests | undefined;

/**
 * Loads the schemas at the first call, so a program that does not use the sandbox does not load
 * them.
 */
export function requests(): Requests {
  read ??= require('@halorosa/stripe-sandbox/requests.json') as Requests;
  return read;
}

type Wrong = Pick<SandboxError, 'message' | 'code'> & { param: string };

const scalars = { integer: /^-?\d{1,16}$/, number: /^-?\d+(\.\d+)?$/, boolean: /^(true|false)$/ };

function wrongText(schema: keyof typeof scalars | 'text', value: unknown, param: string): Wrong[] {
  if (typeof value !== 'string')
    return [{ param, message: `Invalid ${schema === 'text' ? 'string' : schema}: ${param}` }];
  if (value === '') {
    const why = `We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return [{ param, code: 'parameter_invalid_empty', message: `You passed an empty string for '${param}'. ${why}` }];
  }
  if (schema === 'text' || scalars[schema].test(value)) return [];
  return [
    {
      param,
      message: `Invalid ${schema}: ${value}`,
      ...(schema === 'integer' ? { code: 'parameter_invalid_integer' } : {}),
    },
  ];
}

type Fields = Extract<Schema, { fields: unknown }>;

function wrongFields({ fields, required = [], values }: Fields, value: Form, path: string): Wrong[] {
  const paramOf = (name: string) => (path === '' ? name : `${path}[${name}]`);
  const missing = required.filter((name) => value[name] === undefined).map(paramOf);
  const inner = Object.entries(value).flatMap(([name, one]): Wrong[] => {
    const param = paramOf(name);
    const schema = Object.hasOwn(fields, name) ? fields[name] : values;
    if (schema !== undefined) return wrong(schema, one, param);
    return [{ param, code: 'parameter_unknown', message: `Received unknown parameter: ${param}` }];
  });
  return [
    ...inner,
    ...missing.map((param) => ({ param, code: 'parameter_missing', message: `Missing required param: ${param}.` })),
    ...(path.endsWith('metadata') ? wrongMetadata(value, path) : []),
  ];
}

function wrongMetadata(metadata: Form, path: string): Wrong[] {
  const tooLong = Object.entries(metadata).flatMap(([name, value]): Wrong[] => {
    const param = `${path}[${name}]`;
    if (name.length > 40) return [{ param, message: `Metadata keys can have up to 40 characters: ${name}` }];
    const isLong = typeof value === 'string' && value.length > 500;
    return isLong ? [{ param, message: `Metadata values can have up to 500 characters: ${param}` }] : [];
  });
  const isMany = Object.keys(metadata).length > 50;
  return isMany ? [...tooLong, { param: path, message: 'Metadata can have up to 50 keys.' }] : tooLong;
}

function wrongList(schema: Schema, value: unknown, param: string): Wrong[] {
  const isList = isForm(value) && Object.keys(value).every((name) => /^\d+$/.test(name));
  if (!isList) return [{ param, message: `Invalid array: ${param}` }];
  return Object.entries(value).flatMap(([name, one]) => wrong(schema, one, `${param}[${name}]`));
}

const unsets = (schema: Schema) => typeof schema === 'object' && 'names' in schema && schema.names.join('') === '';

/** Returns the mistakes of the closest alternative; none if one matches. */
function wrongOfAll(schemas: readonly Schema[], value: unknown, param: string): Wrong[] {
  const isNested = (schema: Schema) => typeof schema === 'object' && ('fields' in schema || 'list' in schema);
  const all = schemas.map(resolved).filter((schema) => value === '' || !unsets(schema));
  const alike = all.filter((schema) => isNested(schema) === isForm(value));
  const tried = (alike.length > 0 ? alike : all).map((schema) => wrong(schema, value, param));
  return tried.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function resolved(schema: Schema): Schema {
  return typeof schema === 'object' && 'same' in schema ? (requests().shared[schema.same] ?? 'any') : schema;
}

function wrong(reference: Schema, value: unknown, param: string): Wrong[] {
  const schema = resolved(reference);
  if (schema === 'any' || (typeof schema === 'object' && 'same' in schema)) return [];
  if (typeof schema === 'string') return wrongText(schema, value, param);
  if ('oneOf' in schema) return wrongOfAll(schema.oneOf, value, param);
  if ('list' in schema) return wrongList(schema.list, value, param);
  if ('fields' in schema) {
    return isForm(value) ? wrongFields(schema, value, param) : [{ param, message: `Invalid object: ${param}` }];
  }
  if (typeof value === 'string' && schema.names.includes(value)) return [];
  return [{ param, message: `Invalid ${param}: must be one of ${schema.names.join(', ')}` }];
}

/**
 * Returns Stripe's error for the parameters of a call such as `POST /v1/refunds/:id`; null if they
 * are valid.
 */
export function refusedParameters(call: string, form: Form): ApiResponse | null {
  const schema = requests().calls[call];
  if (schema === undefined) throw new Error(`requests.json does not describe ${call}`);
  const [first] = wrong(schema, form, '');
  return first === undefined ? null : invalid(first.message, first.code, { param: first.param });
}
