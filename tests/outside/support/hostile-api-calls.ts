import { z } from 'zod';

import {
  hostileBodies,
  hostileCookies,
  hostileEscapes,
  hostileHeaders,
  hostileTexts,
  hostileValues,
} from './hostile-values.ts';
import type { Call } from './raw-http-client.ts';

type Schema = {
  type?: string | string[] | undefined;
  format?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
};

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
  }),
);

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema }).optional(),
        'multipart/form-data': z.object({ schema }).optional(),
      }),
    })
    .optional(),
});

/** Schema of the part of an OpenAPI document that describes requests. */
export const apiDocument = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

type Operation = z.infer<typeof operation>;

/** Values that pass validation, by field name. */
export type Known = Record<string, string>;

export function exampleOf(one: Schema, name: string, known: Known): unknown {
  if (name in known) return known[name];
  if (one.anyOf?.[0] !== undefined) return exampleOf(one.anyOf[0], name, known);
  if (one.const !== undefined) return one.const;
  if (one.enum !== undefined) return one.enum[0];
  const type = Array.isArray(one.type) ? one.type[0] : one.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([field, inner]) => [field, exampleOf(inner, field, known)]),
      );
    case 'array':
      return one.items === undefined ? [] : [exampleOf(one.items, '', known)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return one.format === 'uuid' ? '11111111-1111-4111-8111-111111111111' : 'rose';
  }
}

export const marker = '@hostile@';

/** Returns all variants of the value in which one part, or an additional field, is `marker`. */
export function variantsWithMarker(value: unknown): unknown[] {
  if (Array.isArray(value)) return [marker, ...variantsWithMarker(value[0]).map((inner) => [inner])];
  if (typeof value !== 'object' || value === null) return [marker];
  const fields = Object.entries(value).flatMap(([field, inner]) =>
    variantsWithMarker(inner).map((one) => ({ ...value, [field]: one })),
  );
  return [marker, { ...value, unknown: marker }, ...fields];
}

const json = { 'content-type': 'application/json' };

/**
 * Returns the example with required fields only, and with each optional field added. An early
 * refusal would hide later ones.
 */
function leanExamples(example: unknown, { required = [] }: Schema): object[] {
  if (typeof example !== 'object' || example === null) return [];
  const fields = Object.entries(example);
  const needed = Object.fromEntries(fields.filter(([name]) => required.includes(name)));
  const optional = fields.filter(([name]) => !required.includes(name));
  return [needed, ...optional.map(([name, value]) => ({ ...needed, [name]: value }))];
}

/** Returns all variants of the lean examples in which a part of their last field is `marker`. */
function leanVariantsWithMarker(example: unknown, of: Schema): unknown[] {
  return leanExamples(example, of).flatMap((lean) => {
    const [name, value] = Object.entries(lean).at(-1) ?? [];
    return name === undefined ? [] : variantsWithMarker(value).map((one) => ({ ...lean, [name]: one }));
  });
}

function bodiesOf(example: unknown, of: Schema): string[] {
  const fields = [...variantsWithMarker(example), ...leanVariantsWithMarker(example, of)].map((value) =>
    JSON.stringify(value),
  );
  const filled = fields.flatMap((body) =>
    hostileValues.map((value) => body.replace(JSON.stringify(marker), () => value)),
  );
  return [JSON.stringify(example), ...hostileBodies, ...filled];
}

type Aim = { target: string; method: string; path: string };

function withParameters(path: string, { parameters }: Operation, known: Known): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(known[name] ?? 'rose'));
  const hostile = [...hostileTexts.map((text) => encodeURIComponent(text)), ...hostileEscapes];
  const inPath = names.flatMap((name) => hostile.map((value) => path.replace(`{${name}}`, value)));
  const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const inQuery = [...queries, 'unknown'].flatMap((name) => hostile.map((value) => `${filled}?${name}=${value}`));
  return [
    filled,
    ...inPath.filter((one) => !/[{}]/.test(one)),
    ...inQuery,
    ...queries.map((name) => `${filled}?${name}=a&${name}=b`),
  ];
}

const unknownId = '22222222-2222-4222-8222-222222222222';

/** Returns lean bodies in which one id does not exist. */
function unknownIds(example: unknown, of: Schema): string[] {
  return leanExamples(example, of).flatMap((lean) => {
    const text = JSON.stringify(lean);
    const ids = [...text.matchAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g)];
    return ids.map(({ index }) => `${text.slice(0, index + 1)}${unknownId}${text.slice(index + 1 + unknownId.length)}`);
  });
}

type Given = { known: Known; cursors: readonly string[] };

/** Returns forms with at most one hostile field and a file that is no photo. */
function formBodies(example: object): string[] {
  const texts = Object.entries(example).filter(([, value]) => typeof value === 'string');
  const bodyOf = (fields: readonly (readonly [string, unknown])[]) => {
    const parts = fields.map(
      ([name, value]) => `--rose\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}`,
    );
    const file = `--rose\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\n\u0089PNG\r\n`;
    return [...parts, file, '--rose--', ''].join('\r\n');
  };
  const changed = texts.flatMap(([name], at) => [
    texts.filter((_text, index) => index !== at),
    ...hostileTexts.map((text) => texts.map((field, index) => (index === at ? ([name, text] as const) : field))),
  ]);
  return [texts, ...changed].map(bodyOf);
}

function callsOfOperation({ target, method, path }: Aim, described: Operation, values: Given): Call[] {
  const { known, cursors } = values;
  const pages = described.parameters.some(({ name }) => name === 'after');
  const paths = withParameters(path, described, known);
  const [plain = path] = paths;
  const { 'application/json': asJson, 'multipart/form-data': asForm } = described.requestBody?.content ?? {};
  const input = asJson?.schema;
  const example = input === undefined ? null : exampleOf(input, '', known);
  const body = example === null ? null : JSON.stringify(example);
  const form = asForm === undefined ? null : exampleOf(asForm.schema, '', known);
  const formHeaders = { 'content-type': 'multipart/form-data; boundary=rose' };
  const headers = body === null ? {} : json;
  const call = (changed: Partial<Call>): Call => ({ target, method, path: plain, headers, body, ...changed });
  return [
    ...paths.map((one) => call({ path: one })),
    ...(input === undefined ? ['', '{', '\u0000'] : bodiesOf(example, input)).map((one) =>
      call({ body: one, headers: json }),
    ),
    ...(typeof form === 'object' && form !== null ? formBodies(form) : []).map((one) =>
      call({ body: one, headers: formHeaders }),
    ),
    ...(input === undefined ? [] : unknownIds(example, input)).map((one) =>
      call({ target: `${target} with an id of nothing`, body: one, headers: json }),
    ),
    ...(pages ? cursors : []).map((cursor) =>
      call({ target: `${target} with a broken cursor`, path: `${plain}?after=${cursor}` }),
    ),
    ...hostileHeaders.map((one) => call({ headers: { ...headers, ...one } })),
    ...hostileCookies.map((cookie) => call({ headers: { ...headers, cookie } })),
  ];
}

/** Returns every hostile call of every endpoint that the API documents. */
export function apiCalls(document: z.infer<typeof apiDocument>, known: Known, cursors: readonly string[]): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, described]) => {
      const method = name.toUpperCase();
      return callsOfOperation({ target: `${method} ${path}`, method, path }, described, { known, cursors });
    }),
  );
}
