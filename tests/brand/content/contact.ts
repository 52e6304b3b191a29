import { site } from './site.ts';

export const contactTexts = {
  title: 'Write to us',
  lead: 'About the stone.',
  description: 'Write to us about the stone.',
  reply: 'We reply within two days.',
  ways: [
    { title: 'Email', text: site.supportEmail, href: `mailto:${site.supportEmail}` },
    { title: 'Hours', text: site.supportHours, href: null },
  ],
  seller: 'Seller',
  quicker: { title: 'Quicker', links: [{ to: '/track', label: 'Track' }] },
};
