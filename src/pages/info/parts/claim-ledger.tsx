import { Link } from 'react-router';

import { claimLedger, claims, type Claim, type ClaimProof } from '#content/claims.ts';
import { Heading } from '#ui/heading.tsx';

function Proof({ proof }: { proof: ClaimProof }) {
  if (proof.kind === 'shop' || proof.kind === 'maker') return <>{proof.text}</>;
  const look = 'text-berry underline underline-offset-4';
  if (proof.kind === 'page') {
    return (
      <Link to={proof.to} className={look}>
        {proof.label}
      </Link>
    );
  }
  return (
    <a href={proof.to} target="_blank" rel="noreferrer" className={look}>
      {proof.label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Every public claim with what it rests on; `samples` are those of a demo shop. */
export function ClaimLedger({ samples }: { samples: readonly Claim[] }) {
  const { title, lead, parts } = claimLedger;
  return (
    <section aria-labelledby="claims" className="mt-20 md:mt-28">
      <Heading id="claims" title={title} lead={lead} />
      <table className="mt-8 w-full text-left max-md:block">
        <thead className="max-md:sr-only">
          <tr className="text-sm text-soft">
            <th scope="col" className="w-1/2 pb-2 font-medium">
              {parts.claim}
            </th>
            <th scope="col" className="pb-2 font-medium">
              {parts.proof}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line max-md:block">
          {[...claims, ...samples].map(({ id, says, proof }) => (
            <tr key={id} className="max-md:block max-md:py-4">
              <th scope="row" className="font-normal max-md:block md:py-3 md:pr-8">
                {says}
              </th>
              <td className="text-soft max-md:mt-1 max-md:block md:py-3">
                <Proof proof={proof} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
