/** Referrer and campaign of a visit, as the browser reports them. */
export type Arrival = {
  /** Referrer URL, '' if the browser sends none. Absent within the shop. */
  from?: string | undefined;
  campaign?: string | undefined;
};

/** Returns the referring host, a campaign's name, or 'direct'. Null within the shop. */
export function sourceOf({ from, campaign }: Arrival, ownHost: string): string | null {
  if (campaign !== undefined && /^[\w.-]{1,40}$/.test(campaign)) return `campaign: ${campaign.toLowerCase()}`;
  if (from === undefined) return null;
  if (from === '') return 'direct';
  if (!URL.canParse(from)) return null;
  const { host } = new URL(from);
  return host === ownHost || !/^[\w.:[\]-]+$/.test(host) ? null : host.replace(/^www\./, '').slice(0, 80);
}

/** Source of an order that was taken by telephone. No visit has it. */
export const telephone = 'telephone';

/** Returns a source that a browser states if `sourceOf` may have written it, or null. */
export function statedSource(text: string, ownHost: string): string | null {
  const campaign = text.startsWith('campaign: ') ? text.slice('campaign: '.length) : undefined;
  const arrival = campaign === undefined ? { from: text === 'direct' ? '' : `https://${text}` } : { campaign };
  return sourceOf(arrival, ownHost) === text && text !== telephone ? text : null;
}

export type Device = 'phone' | 'tablet' | 'desktop';

export const deviceNames: Record<Device, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' };

/** Origin of an order: its visit's source and device. Null where the shop may not record them. */
export type OrderOrigin = { source: string | null; device: Device | null };

export const unrecorded: OrderOrigin = { source: null, device: null };
