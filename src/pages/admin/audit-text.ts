import type { UserSummary } from '#modules/accounts/accounts.queries.server.ts';
import { personIn, subjectParts } from '#modules/audit/audit-log.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';

type AuditFields = Record<string, unknown> | null;

/** Formats an action: 'Product: image add' for `product.image_add`. */
export function actionText(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a field name: 'Sale price cents' for `salePriceCents`. */
function fieldLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ cents$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Timestamp format of the log. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Formats a value for people: cents as dollars, timestamps as everywhere in the admin area. */
function valueText(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('Cents') ? formatUsd(value) : String(value);
  if (typeof value === 'string') return moment.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value)) return value.map((one) => valueText('', one) ?? '').join(', ');
  return Object.entries(value)
    .map(([label, one]) => `${label}: ${valueText(label, one) ?? ''}`)
    .join('\n');
}

/** Returns the changed fields with formatted values. Null if a value was added or removed. */
export function differences(before: AuditFields, after: AuditFields) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({
      name: fieldLabel(name),
      before: valueText(name, before?.[name]),
      after: valueText(name, after?.[name]),
    }))
    .filter((one) => one.before !== one.after);
}

/** Formats changed fields in one line: 'On hand: 0 → 500, Reason: received'. */
export const differenceLine = (fields: ReturnType<typeof differences>) =>
  fields
    .map(({ name, before, after }) => `${name}: ${[before, after].filter((text) => text !== null).join(' → ')}`)
    .join(', ');

/** Subject of a change: a person, 'deleted' if their account is gone, or null for a thing. */
export type AuditSubject = UserSummary | 'deleted' | null;

/** Finds the person that a subject names among the existing accounts. */
export function auditSubject(subject: string, people: ReadonlyMap<string, UserSummary>): AuditSubject {
  const id = personIn(subject);
  return id === null ? null : (people.get(id) ?? 'deleted');
}

/** Name of a kind of record, and the page that shows a record by the id in its subject. */
const recordKinds: Record<string, { name: string; pageOf(id: string): string }> = {
  order: { name: 'order', pageOf: (number) => `/admin/orders/${number}` },
  phone_order: { name: 'phone order', pageOf: (id) => `/admin/phone-orders/${id}` },
  message: { name: 'message', pageOf: (id) => `/admin/messages/${id}` },
  mail: { name: 'email', pageOf: (id) => `/admin/mails/${id}` },
  promotion: { name: 'promotion', pageOf: (id) => `/admin/discounts/promotions/${id}` },
  content: { name: 'document', pageOf: (key) => `/admin/content/${key}` },
  product: { name: 'product', pageOf: () => '/admin/product' },
  webhook: { name: 'webhook', pageOf: () => '/admin/webhooks' },
};

/** Length of the part of a random id that tells records apart in a list. */
const shownIdLength = 8;

/** Returns how a record is named: 'HR-7K3QX9M2', or 'message 3f2c9a1b' for a random id. */
export function recordName(subject: string): string {
  const { kind, id } = subjectParts(subject);
  if (!isUuid(id)) return kind === 'order' ? id : subject;
  return `${recordKinds[kind]?.name ?? kind} ${id.slice(0, shownIdLength)}`;
}

/** Returns the page of a record and the text of its link. Null if it has no page of its own. */
export function recordLink(subject: string): { to: string; text: string } | null {
  const { kind, id } = subjectParts(subject);
  const known = recordKinds[kind];
  return known === undefined ? null : { to: known.pageOf(id), text: `Open this ${known.name}` };
}
