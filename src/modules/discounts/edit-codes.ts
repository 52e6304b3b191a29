import { formatUsd } from '#shared/money.ts';

import type { DiscountCode } from './discount-code.ts';

export const codeTypes = ['percent', 'fixed', 'free_shipping', 'free_order'] as const;
export const maxCodeUses = 1_000_000;

/** What an admin decides of a code; how often it was used and whose cart it was made for is not theirs to say. */
export type CodeEdit = Omit<DiscountCode, 'id' | 'used' | 'held' | 'cartId'>;

/** What is edited of a code, in a fixed order: its mark and its place in the log. */
export function codeFacts(code: CodeEdit): CodeEdit {
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

/** Basis points of a percentage as people type it ('10', '12.5 %'), above 0 and up to 100; null for anything else. */
export function percentOf(typed: string): number | null {
  const text = typed.replace(/\s?%$/, '').trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const basisPoints = Math.round(Number(text) * 100);
  return basisPoints > 0 && basisPoints <= 10_000 ? basisPoints : null;
}

/** What a code takes off, in words. */
export function codeWords({ type, value }: Pick<DiscountCode, 'type' | 'value'>): string {
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

/** How a code or a promotion stands at a moment: switched off, ended, used up, not yet begun, or active. */
export function codeState(code: Running, now: Date): CodeState {
  if (!code.isActive) return 'off';
  if (code.endsAt !== null && now >= code.endsAt) return 'ended';
  const { maxUses = null, used = 0, held = 0 } = code;
  if (maxUses !== null && used + held >= maxUses) return 'used_up';
  return code.startsAt !== null && now < code.startsAt ? 'scheduled' : 'active';
}
