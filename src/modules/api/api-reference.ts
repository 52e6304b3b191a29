/** The parts of an OpenAPI schema that the reference shows. */
export type Schema = {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
};

export type FieldRow = { name: string; type: string; required: boolean; description: string };

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  return types.map((type) => (schema.format !== undefined && type === 'string' ? schema.format : type)).join(' | ');
}

function childrenOf(schema: Schema): { under: string; schema: Schema } | null {
  if (schema.properties !== undefined) return { under: '.', schema };
  if (schema.items !== undefined) {
    const below = childrenOf(schema.items);
    return below === null ? null : { under: `[]${below.under}`, schema: below.schema };
  }
  const object = (schema.anyOf ?? schema.oneOf)?.find((one) => childrenOf(one) !== null);
  return object === undefined ? null : childrenOf(object);
}

/**
 * Flattens the fields of a schema. Fields of objects and lists follow their parent: `items[].name`.
 */
function fieldRows(schema: Schema, before = ''): FieldRow[] {
  const top = childrenOf(schema);
  if (top === null) return [];
  const prefix = before === '' && top.under === '.' ? '' : `${before}${top.under}`;
  return Object.entries(top.schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const required = top.schema.required?.includes(key) === true;
    const row = { name, type: typeOf(field), required, description: field.description ?? '' };
    return [row, ...fieldRows(field, name)];
  });
}

type Content = { content?: Record<string, { schema?: Schema }> };
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
type Operation = {
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, { description: string } & Content>;
};

export type ApiDescription = {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
};

export type Call = ReturnType<typeof callOf>;

/** Returns a call as a curl command, with the body from a file if it needs one. */
export function curlOf({ method, path }: Pick<Call, 'method' | 'path'>, publicUrl: string): string {
  const body = method === 'GET' ? [] : [`-X ${method} -H "Content-Type: application/json" -d @body.json`];
  return ['curl -H "Authorization: Bearer $SHOP_API_KEY"', ...body, `"${publicUrl}${path}"`].join(' ');
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const pagesOwn = 'Used by the shop’s own pages';
const sent = 'Sent by the shop';

function fieldsOf({ content }: Content): FieldRow[] {
  return fieldRows(content?.['application/json']?.schema ?? {});
}

function callOf(method: string, path: string, operation: Operation) {
  const { summary = '', security, parameters = [], requestBody = {}, responses = {} } = operation;
  return {
    method: method.toUpperCase(),
    path,
    summary,
    /** The scope that a key needs. Null for calls of the shop's own pages. */
    scope: security?.flatMap(({ apiKey = [] }) => apiKey)[0] ?? null,
    parameters: parameters.map(({ name, in: location, required = false, description, schema = {} }) => {
      return { name, location, required, type: typeOf(schema), description: description ?? schema.description ?? '' };
    }),
    body: fieldsOf(requestBody),
    answers: Object.entries(responses).map(([status, answer]) => {
      return { status, description: answer.description, fields: fieldsOf(answer) };
    }),
  };
}

/**
 * Groups every call of an API description: the public API first, then the shop's own pages, then
 * webhooks.
 */
export function apiReference({ paths = {}, webhooks = {} }: ApiDescription) {
  const groups = new Map<string, Call[]>();
  const collect = (named: Record<string, Record<string, Operation>>, title: (operation: Operation) => string) => {
    for (const [path, operations] of Object.entries(named)) {
      for (const method of methods) {
        const operation = operations[method];
        if (operation === undefined) continue;
        const key = title(operation);
        groups.set(key, [...(groups.get(key) ?? []), callOf(method, path, operation)]);
      }
    }
  };
  collect(paths, ({ tags }) => tags?.[0] ?? pagesOwn);
  collect(webhooks, () => sent);
  const isKeyed = ({ calls }: { calls: Call[] }) => calls.some(({ scope }) => scope !== null);
  const listed = [...groups].map(([title, calls]) => ({ title, calls }));
  return [...listed.filter(isKeyed), ...listed.filter((group) => !isKeyed(group))];
}
