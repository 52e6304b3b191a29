export const reviewTexts = {
  intro: { title: 'Reviews', lead: 'Read by a person first.', description: 'Reviews of the stone.' },
  empty: { title: 'None yet', text: 'Be the first.' },
};
