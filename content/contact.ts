/** Texts of the contact page, beside its form. */
export const contact = {
  lead: 'Questions before you buy, about an order, or about a return? Write to us. A person will answer.',
  description: 'Write to us about the wand, your order or a return. We reply within 24 hours.',
  quicker: {
    title: 'Quick answers',
    links: [
      { to: '/track', label: 'Where is my order?' },
      { to: '/return-policy', label: 'How do I return the wand?' },
      { to: '/science', label: 'How does red light work?' },
    ],
  },
};
