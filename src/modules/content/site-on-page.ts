import type { Offers } from './offers.schema.ts';
import type { Navigation, Site } from './site.schema.ts';

type Words = Pick<
  Site,
  'name' | 'product' | 'replyPromise' | 'disclaimer' | 'seeProduct' | 'imageNote' | 'currencyNote'
>;
type Contact = Pick<Site['facts'], 'guaranteeDays' | 'supportEmail' | 'supportHours'>;

/** Not edited by the owner: the logo, and the part of an order number before the hyphen. */
type Brand = { logo: { onLight: string; onDark: string; width: number; height: number }; orderPrefix: string };

/** Part of the shop's texts that every page has. */
export type SiteOnPage = Words & Contact & Navigation & Brand & { offers: Offers['dialogs'] };

type Content = { site: Site; navigation: Navigation; offers: Offers };

export function siteOnPage({ site, navigation, offers }: Content, brand: Brand): SiteOnPage {
  const { facts, description: _description, ...words } = site;
  const { guaranteeDays, supportEmail, supportHours } = facts;
  return { ...words, guaranteeDays, supportEmail, supportHours, ...navigation, ...brand, offers: offers.dialogs };
}
