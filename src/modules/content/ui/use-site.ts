import { useRouteLoaderData } from 'react-router';

import { builtLogo, type PublicSite } from '../public-site.ts';

const noOffer = { eyebrow: '', title: '', text: '', action: '', decline: '' };

/** Shown if the root of the page could not be loaded. */
const unknown: PublicSite = {
  name: '',
  product: '',
  replyPromise: '',
  freeShipping: { title: '', everyOrder: '', from: '', banner: '' },
  disclaimer: '',
  seeProduct: '',
  imageNote: '',
  currencyNote: '',
  guaranteeDays: 30,
  supportEmail: '',
  supportHours: '',
  logo: builtLogo,
  orderPrefix: '',
  menu: [],
  footer: [],
  policies: [],
  payments: [],
  seller: [],
  offers: {
    manual: noOffer,
    'exit-intent': noOffer,
    'time-based': noOffer,
    'scroll-based': noOffer,
    'sold-out': noOffer,
  },
};

/** Name, words, facts and links of the shop, which every page has. */
export function useSite(): PublicSite {
  return useRouteLoaderData<{ site?: PublicSite }>('root')?.site ?? unknown;
}
