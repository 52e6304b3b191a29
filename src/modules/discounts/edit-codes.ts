import { formatUsd } from '#shared/money.ts';

import type { DiscountCode } from './discount-code.ts';

export const codeTypes = ['percent', 'fixed', 'free_shipping', 'free_order'] as const;
export const maxCodeUses = 1_000_000;

/**
 * Fields of a code that an admin can edit. Its use counts and the cart it was issued to are not
 * among them.
 */
export type CodeEdit = Omit<DiscountCode, 'id' | 'used' | 'held' | 'cartId'>;

/** Editable fields of a code in a fixed order, for the version token and the audit log. */
export function codeFields(code: CodeEdit): CodeEdit {
  const { name, type, value, minSubtotalCents, startsAt, endsAt, maxUses, maxUsesPerCustomer, demoOnly, isActive } =
    code;
  return {
    code: code.code,
    name,
    type,
    value,
    minSubtotalCents,
    startsAt,
    endsAt,
    maxUses,
    maxUsesPerCustomer,
    demoOnly,
    isActive,
  };
}

/**
 * Parses a percentage ('10', '12.5 %') into basis points, above 0 and up to 100 %. Null for
 * anything else.
 */
export function parsePercent(typed: string): number | null {
  const text = typed.replace(/\s?%$/, '').trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const basisPoints = Math.round(Number(text) * 100);
  return basisPoints > 0 && basisPoints <= 10_000 ? basisPoints : null;
}

/** Description of what a code takes off. */
export function codeLabel({ type, value }: Pick<DiscountCode, 'type' | 'value'>): string {
  switch (type) {
    case 'percent':
      return `${value / 100}% off`;
    case 'fixed':
      return `${formatUsd(value)} off`;
    case 'free_shipping':
      return 'Free shipping';
    case 'free_order':
      return 'Everything free';
  }
}

export type CodeState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off';

type Running = Pick<DiscountCode, 'isActive' | 'startsAt' | 'endsAt'> &
  Partial<Pick<DiscountCode, 'maxUses' | 'used' | 'held'>>;

/** State of a code or promotion at a moment: off, ended, used up, scheduled or active. */
export function codeState(code: Running, now: Date): CodeState {
  if (!code.isActive) return 'off';
  if (code.endsAt !== null && now >= code.endsAt) return 'ended';
  const { maxUses = null, used = 0, held = 0 } = code;
  if (maxUses !== null && used + held >= maxUses) return 'used_up';
  return code.startsAt !== null && now < code.startsAt ? 'scheduled' : 'active';
}
