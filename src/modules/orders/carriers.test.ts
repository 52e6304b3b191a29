import { expect, test } from 'vitest';

import { carrierLink } from './carriers.ts';

test.each([
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
  ['ups', 'https://www.ups.com/track?tracknum=9400%201'],
  ['FedEx Home Delivery', 'https://www.fedex.com/fedextrack/?trknbr=9400%201'],
  [' DHL Express ', 'https://www.dhl.com/en/express/tracking.html?AWB=9400%201'],
  ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/9400%201'],
  ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=9400%201'],
  ['Australia Post', 'https://auspost.com.au/mypost/track/#/details/9400%201'],
])('a shipment with %s links to the tracking page of its carrier', (carrier, link) => {
  expect(carrierLink(carrier, ' 9400 1 ')).toBe(link);
});

test.each([
  ['Pigeon & Sons', 'https://www.google.com/search?q=Pigeon%20%26%20Sons%20tracking%209400'],
  ['upstart', 'https://www.google.com/search?q=upstart%20tracking%209400'],
  ['constructor', 'https://www.google.com/search?q=constructor%20tracking%209400'],
  ['', 'https://www.google.com/search?q=tracking%209400'],
])('a shipment with the unknown carrier %j links to a web search', (carrier, link) => {
  expect(carrierLink(carrier, '9400')).toBe(link);
});
