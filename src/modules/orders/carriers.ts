const pages: Record<string, (number: string) => string> = {
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`,
  'royal mail': (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  'canada post': (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  'australia post': (number) => `https://auspost.com.au/mypost/track/#/details/${number}`,
};

/** Returns the carrier's tracking page of a shipment. An unknown carrier gets a web search. */
export function carrierLink(carrier: string, trackingNumber: string): string {
  const name = carrier.trim().toLowerCase();
  const key = Object.keys(pages).find((one) => name === one || name.startsWith(`${one} `));
  const link = key === undefined ? undefined : pages[key];
  if (link !== undefined) return link(encodeURIComponent(trackingNumber.trim()));
  const words = [carrier.trim(), 'tracking', trackingNumber.trim()].filter(Boolean).join(' ');
  return `https://www.google.com/search?q=${encodeURIComponent(words)}`;
}
