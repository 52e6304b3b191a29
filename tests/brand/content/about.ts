import { stills } from './media.ts';

export const about = {
  intro: {
    title: 'We sell a stone',
    lead: 'Only one.',
    description: 'Who is behind the stone.',
    picture: stills.stone,
  },
  story: { title: 'Story', paragraphs: ['We found it on a walk.'], picture: stills.stone },
  impact: { title: 'Figures', items: [{ figure: '1', text: 'stone' }] },
  values: { title: 'Values', items: [{ title: 'Calm', text: 'No hurry.' }] },
  team: { title: 'Team', lead: 'Two people.', items: [{ title: 'Ida', text: 'Polishes.' }] },
  end: { title: 'Write to us', text: 'We answer.', contact: 'Contact', product: 'See the stone' },
};
