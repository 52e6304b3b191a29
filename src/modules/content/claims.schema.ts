import { z } from 'zod';

import type { Claim } from '#content/claims.ts';

import { choice, group, line, link, list, paragraph } from './document-fields.schema.ts';

const proofKinds = {
  page: 'A page of this shop',
  publication: 'A publication',
  shop: 'The shop’s own data',
  maker: 'The manufacturer',
} as const;

const claim = group('Claim', {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'Use lowercase letters, digits and hyphens')
    .meta({ title: 'Short name, for links to it' }),
  says: paragraph('Claim', 300),
  figures: list('Figures covered', line('Figure', 60), { itemName: 'figure', min: 0, max: 20 }),
  phrases: list('Wording covered', line('Words', 160), { itemName: 'words', min: 0, max: 20 }),
  proof: group('Proof', {
    kind: choice('Type of proof', proofKinds),
    text: paragraph('Proof, or the name of the page', 400),
    to: link('Page or link'),
  }),
}).refine(({ proof }) => proof.to !== '' || proof.kind === 'shop' || proof.kind === 'maker', {
  path: ['proof', 'to'],
  message: 'Enter a link to the proof',
});

/** Every public claim with its evidence. A live shop publishes no figure that it lacks. */
export const claimsSchema = group('Claims and their proof', {
  items: list('Claims', claim, { itemName: 'claim', min: 1, max: 80 }).refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'Use each short name once',
  ),
});

export type Claims = z.infer<typeof claimsSchema>;

/** Returns a claim of the default texts as its document holds it. */
export function claimEntry({ id, says, figures = [], phrases = [], proof }: Claim): Claims['items'][number] {
  const { kind } = proof;
  const source = 'text' in proof ? { text: proof.text, to: '' } : { text: proof.label, to: proof.to };
  return { id, says, figures: [...figures], phrases: [...phrases], proof: { kind, ...source } };
}
