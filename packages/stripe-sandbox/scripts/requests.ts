/**
 * Writes `requests.json`, the parameters of each served call of Stripe's API. They come from the
 * type declarations of the installed `stripe` package, which Stripe generates from its OpenAPI
 * document.
 * Usage: node scripts/requests.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { servedCalls } from '../src/api.ts';
import type { Requests, Schema } from '../src/request-parameters.ts';

/** Declared parameters of each call: the file of the package, and the type in it. */
const declared: Record<string, [file: string, type: string]> = {
  'POST /v1/payment_intents': ['PaymentIntents', 'PaymentIntentCreateParams'],
  'POST /v1/payment_intents/:id': ['PaymentIntents', 'PaymentIntentUpdateParams'],
  'POST /v1/payment_intents/:id/cancel': ['PaymentIntents', 'PaymentIntentCancelParams'],
  'POST /v1/payment_intents/:id/confirm': ['PaymentIntents', 'PaymentIntentConfirmParams'],
  'GET /v1/payment_intents': ['PaymentIntents', 'PaymentIntentListParams'],
  'GET /v1/payment_intents/:id': ['PaymentIntents', 'PaymentIntentRetrieveParams'],
  'POST /v1/refunds': ['Refunds', 'RefundCreateParams'],
  'POST /v1/refunds/:id': ['Refunds', 'RefundUpdateParams'],
  'GET /v1/refunds': ['Refunds', 'RefundListParams'],
  'GET /v1/refunds/:id': ['Refunds', 'RefundRetrieveParams'],
  'GET /v1/charges': ['Charges', 'ChargeListParams'],
  'GET /v1/charges/:id': ['Charges', 'ChargeRetrieveParams'],
  'GET /v1/balance_transactions': ['BalanceTransactions', 'BalanceTransactionListParams'],
  'GET /v1/balance_transactions/:id': ['BalanceTransactions', 'BalanceTransactionRetrieveParams'],
  'POST /v1/disputes/:id': ['Disputes', 'DisputeUpdateParams'],
  'POST /v1/disputes/:id/close': ['Disputes', 'DisputeCloseParams'],
  'GET /v1/disputes': ['Disputes', 'DisputeListParams'],
  'GET /v1/disputes/:id': ['Disputes', 'DisputeRetrieveParams'],
  'POST /v1/checkout/sessions': ['Checkout/Sessions', 'SessionCreateParams'],
  'POST /v1/checkout/sessions/:id/expire': ['Checkout/Sessions', 'SessionExpireParams'],
  'GET /v1/checkout/sessions': ['Checkout/Sessions', 'SessionListParams'],
  'GET /v1/checkout/sessions/:id': ['Checkout/Sessions', 'SessionRetrieveParams'],
  'POST /v1/webhook_endpoints': ['WebhookEndpoints', 'WebhookEndpointCreateParams'],
  'GET /v1/webhook_endpoints/:id': ['WebhookEndpoints', 'WebhookEndpointRetrieveParams'],
  'DELETE /v1/webhook_endpoints/:id': ['WebhookEndpoints', 'WebhookEndpointDeleteParams'],
  'POST /v1/tax/calculations': ['Tax/Calculations', 'CalculationCreateParams'],
};

const root = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..');
const fileOf = (name: string) => join(root, 'esm/resources', `${name}.d.ts`);
const program = ts.createProgram([...new Set(Object.values(declared).map(([file]) => fileOf(file)))], {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
const checker = program.getTypeChecker();
const { TypeFlags } = ts;

/** Returns the type with a name, in any of a file's namespaces. */
function typeNamed(file: string, name: string): ts.Type {
  const source = program.getSourceFile(fileOf(file));
  let found: ts.Type | undefined;
  const visit = (node: ts.Node): void => {
    const isNamed = (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name;
    if (isNamed) found = checker.getTypeAtLocation(node);
    else ts.forEachChild(node, visit);
  };
  if (source !== undefined) visit(source);
  if (found === undefined) throw new Error(`stripe declares no ${name} in ${file}`);
  return found;
}

/**
 * `string & {}` in a list of names stands for names of later API versions, which this version
 * refuses.
 */
const isOfLater = (type: ts.Type) => type.isIntersection();

function unionOf(type: ts.UnionType, name: string): Schema {
  const members = type.types
    .filter((member) => !isOfLater(member))
    .map((member) => schemaOf(member, name))
    .filter((member) => member !== null);
  if (members.includes('any')) return 'any';
  const names = members.flatMap((member) => (typeof member === 'object' && 'names' in member ? member.names : []));
  const isBoolean = names.length === 2 && names.includes('true') && names.includes('false');
  const closed = [...new Set(names)];
  const rest = members.filter((member) => typeof member === 'string' || !('names' in member));
  const all: Schema[] = [...(isBoolean ? ['boolean' as const] : closed.length > 0 ? [{ names: closed }] : []), ...rest];
  return all.length === 1 && all[0] !== undefined ? all[0] : { oneOf: all };
}

function objectOf(type: ts.Type): Schema {
  const properties = checker.getPropertiesOfType(type);
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  const fields = properties.flatMap((property): [string, Schema][] => {
    const schema = schemaOf(checker.getTypeOfSymbol(property), property.name);
    return schema === null ? [] : [[property.name, schema]];
  });
  const required = properties.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0).map(({ name }) => name);
  const values = index === undefined ? null : schemaOf(index.type, '');
  return {
    fields: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
    ...(values === null ? {} : { values }),
  };
}

/**
 * Returns the schema of a parameter; null if it can only be omitted. Rates are the API's only
 * numbers that may have decimals.
 */
function schemaOf(type: ts.Type, name: string): Schema | null {
  const { flags } = type;
  if ((flags & (TypeFlags.Undefined | TypeFlags.Never | TypeFlags.Void)) !== 0) return null;
  if ((flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0) return 'any';
  if ((flags & TypeFlags.Null) !== 0) return { names: [''] };
  if (type.isUnion()) return unionOf(type, name);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { names: [String(type.value)] };
  if ((flags & TypeFlags.BooleanLiteral) !== 0) return { names: [checker.typeToString(type)] };
  if ((flags & TypeFlags.StringLike) !== 0) return 'text';
  if ((flags & TypeFlags.NumberLike) !== 0) return /percent/.test(name) ? 'number' : 'integer';
  const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (element !== undefined) return { list: schemaOf(element, name) ?? 'any' };
  return ['Decimal', 'Date'].includes(type.symbol.name) ? 'text' : objectOf(type);
}

const undescribed = servedCalls.filter((call) => declared[call] === undefined);
if (undescribed.length > 0) throw new Error(`declare the parameters of ${undescribed.join(', ')}`);

const calls = Object.fromEntries(
  Object.entries(declared).map(([call, [file, type]]) => [call, schemaOf(typeNamed(file, type), '') ?? 'any']),
);

/** Schemas that occur several times, each written once. */
const uses = new Map<string, number>();
JSON.stringify(calls, (_key, value: unknown) => {
  const text = JSON.stringify(value);
  if (typeof value === 'object' && value !== null && text.length > 60) uses.set(text, (uses.get(text) ?? 0) + 1);
  return value;
});
const repeated = [...uses].filter(([text, count]) => count > 1 && /^\{"(names|oneOf|list|fields)"/.test(text));
const numbers = new Map(repeated.map(([text], number) => [text, number]));

function withReferences(schema: Schema, isWhole = false): Schema {
  const number = isWhole ? undefined : numbers.get(JSON.stringify(schema));
  if (number !== undefined) return { same: number };
  if (typeof schema === 'string') return schema;
  if ('list' in schema) return { list: withReferences(schema.list) };
  if ('oneOf' in schema) return { oneOf: schema.oneOf.map((one) => withReferences(one)) };
  if (!('fields' in schema)) return schema;
  const fields = Object.entries(schema.fields).map(([name, field]) => [name, withReferences(field)] as const);
  return { ...schema, fields: Object.fromEntries(fields) };
}

const requests: Requests = {
  openapi: readFileSync(join(root, 'OPENAPI_VERSION'), 'utf8').trim(),
  shared: repeated.map(([text]) => withReferences(JSON.parse(text) as Schema, true)),
  calls: Object.fromEntries(Object.entries(calls).map(([call, schema]) => [call, withReferences(schema, true)])),
};
const file = join(import.meta.dirname, '../requests.json');
writeFileSync(file, `${JSON.stringify(requests)}\n`);
