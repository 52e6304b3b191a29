export type ClaimProof =
  | { kind: 'page'; to: string; label: string }
  | { kind: 'publication'; to: string; label: string }
  | { kind: 'shop'; text: string }
  | { kind: 'maker'; text: string };

export type Claim = { id: string; says: string; figures?: readonly string[]; proof: ClaimProof };

export const claims: readonly Claim[] = [
  { id: 'stone', says: 'It is jade.', proof: { kind: 'maker', text: 'The mason says so.' } },
  { id: 'returns', says: 'You can send it back.', proof: { kind: 'page', to: '/return-policy', label: 'Returns' } },
];
