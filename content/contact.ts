import { site } from './site.ts';

/** Copy of the contact page. */
export const contactTexts = {
  title: 'Get in Touch',
  lead: 'Questions before you buy, about an order, or about a return? Write to us. A person will answer.',
  description: 'Write to us about the wand, your order or a return. We reply within 24 hours.',
  reply: "We'll get back to you within 24 hours.",
  ways: [
    { title: 'Email', text: site.supportEmail, href: `mailto:${site.supportEmail}` },
    { title: 'Support hours', text: site.supportHours, href: null },
    { title: 'Our reply', text: 'Within 24 hours', href: null },
  ],
  /** Heading above the seller's legal name, address and tax numbers. */
  seller: 'Company details',
  quicker: {
    title: 'Quick answers',
    links: [
      { to: '/track', label: 'Where is my order?' },
      { to: '/return-policy', label: 'How do I return the wand?' },
      { to: '/science', label: 'How does red light work?' },
    ],
  },
};
