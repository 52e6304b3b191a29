export const reviewWords = {
  title: 'Reviews',
  lead: 'Read by a person first.',
  from: 'from',
  sample: 'sample ',
  samplePhoto: 'Sample',
  description: 'Reviews of the stone.',
  emptyTitle: 'None yet',
  emptyText: 'Be the first.',
  noneFits: 'No review is like that yet.',
  all: 'Sort and filter all reviews',
  placeholder: 'How is it?',
  approvalNote: 'It appears once a person has read it.',
};
