import type { z } from 'zod';

import { count, day, group, line, link, list, paragraph, replacedLogo } from './document-fields.schema.ts';

const page = (title: string) =>
  link(title).refine((to) => to !== '', 'Enter a page like /about, or an address with https://');

/** Words of others about the product. A live shop shows those that its ledger of claims proves. */
export const endorsementsSchema = group('Press, experts and tests', {
  title: line('Title of the section', 80),
  press: list(
    'Press: name and quote as in Claims and proof',
    group('Article', {
      name: line('Publication', 60),
      logo: replacedLogo('Logo, shown instead of the name', 'logo'),
      quote: paragraph('Quote, word for word', 240),
      to: page('Link to the article'),
    }),
    { itemName: 'article', min: 0, max: 6 },
  ),
  experts: list(
    'Experts: name and sentence as in Claims and proof',
    group('Expert', {
      name: line('Name', 60),
      title: line('Profession or title', 80),
      sentence: paragraph('What they say, word for word', 300),
    }),
    { itemName: 'expert', min: 0, max: 2 },
  ),
  tests: list(
    'User tests: result as in Claims and proof',
    group('User test', {
      figure: line('Result, such as “41 of 50”', 20),
      text: line('What the result counts', 120),
      people: count('Number of people', 1, 100_000),
      method: line('Method', 160),
      date: day('End of the test'),
    }),
    { itemName: 'user test', min: 0, max: 2 },
  ),
  certificates: list(
    'Certificates: name as in Claims and proof',
    group('Certificate', { name: line('Name, such as FCC, CE or RoHS', 40), to: page('Link to the document') }),
    { itemName: 'certificate', min: 0, max: 8 },
  ),
});

export type Endorsements = z.infer<typeof endorsementsSchema>;
