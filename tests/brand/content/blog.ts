export const blog = {
  title: 'Notes',
  lead: 'Rarely written.',
  description: 'Notes about the stone.',
  empty: 'Come back.',
  more: 'More notes',
  posts: [
    {
      title: 'How to wash it',
      slug: 'wash-it',
      state: 'published',
      date: '2026-11-20',
      summary: 'With water.',
      picture: { src: '/media/hero', width: 1600, height: 1600, alt: 'The stone' },
      body: '<h2>Water</h2><p>Lukewarm, then dry it.</p>',
    },
  ],
};
