export const demoHome = {
  rating: { average: 4.7, count: null },
  closingTitle: 'Join the calm',
  testimonials: {
    title: 'What they say',
    note: 'Samples.',
    average: 4.7,
    count: 12,
    items: [{ name: 'Ida S.', rating: 5, text: 'So cool.', verified: true, daysAgo: 2 }],
  },
  videos: {
    title: 'Their clips',
    galleryTitle: 'More of them',
    note: 'Samples.',
    label: 'Clips of customers',
    voices: [{ id: 'turn', username: '@ida', platform: 'other' as const }],
  },
};
