export const contact = {
  lead: 'About the stone.',
  description: 'Write to us about the stone.',
  quicker: { title: 'Quicker', links: [{ to: '/track', label: 'Track' }] },
};
