/**
 * Question asked before advertising is measured. A changed text needs a new `consentVersion` in
 * `ads-consent.ts`, which every page loads.
 */
export const consentTexts = {
  title: 'May we measure our advertising?',
  text: 'If you agree, a script of Meta tells us which advertisement led to a visit or a purchase. It never runs on checkout, account, order or admin pages. If you say no, nothing in the shop changes.',
  accept: 'Accept',
  reject: 'Reject',
  choose: 'Choose',
  dialogTitle: 'Your privacy choices',
  needed: {
    title: 'What the shop needs',
    text: 'A cookie for your cart, one that keeps you signed in, and one by which your account knows your browser again. A link with a discount code adds one for a day. Without them there is no shop, so they are always on.',
  },
  ads: {
    title: 'Advertising measurement',
    text: 'A script of Meta notes which pages of ours you open, what you put into the cart and what you buy.',
  },
  nothing: 'This shop loads nothing from other companies and measures no advertising. There is nothing to choose.',
  signal: 'Your browser sends the Global Privacy Control signal: advertising measurement stays off.',
  decided: 'Your choice of',
  save: 'Save choices',
};
