import type { VisitAttribution } from './visit-source.schema.ts';

/** Source of an order that was taken by telephone. No visit has it. */
export const telephone = 'telephone';

/** Returns the referring host, a campaign's name, or 'direct'. Null within the shop. */
export function sourceOf({ from, campaign }: VisitAttribution, ownHost: string): string | null {
  if (campaign !== undefined && /^[\w.-]{1,40}$/.test(campaign)) return `campaign: ${campaign.toLowerCase()}`;
  if (from === undefined) return null;
  if (from === '') return 'direct';
  if (!URL.canParse(from)) return null;
  const { host } = new URL(from);
  return [ownHost, telephone].includes(host) || !/^[\w.:[\]-]+$/.test(host)
    ? null
    : host.replace(/^www\./, '').slice(0, 80);
}

export type Device = 'phone' | 'tablet' | 'desktop';

export const deviceNames: Record<Device, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' };

/** Origin of an order: its visit's source and device. Null where the shop may not record them. */
export type OrderOrigin = { source: string | null; device: Device | null };

export const unrecorded: OrderOrigin = { source: null, device: null };
