import { stills } from './media.ts';

export const aboutIntro = {
  title: 'We sell a stone',
  lead: 'Only one.',
  description: 'Who is behind the stone.',
  picture: stills.stone,
  seller: 'Us',
};

export const story = { title: 'Story', paragraphs: ['We found it on a walk.'], picture: stills.stone };

export const values = { title: 'Values', items: [{ title: 'Calm', text: 'No hurry.' }] };

export const team = { title: 'Team', lead: 'Two people.', items: [{ title: 'Ida', text: 'Polishes.' }] };

export const impact = { title: 'Figures', items: [{ figure: '1', text: 'stone' }] };

export const aboutEnd = { title: 'Write to us', text: 'We answer.', links: [{ to: '/contact', label: 'Contact' }] };
