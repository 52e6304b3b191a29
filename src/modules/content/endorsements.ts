import { textsIn } from './claims-check.ts';
import type { Claims } from './claims.schema.ts';
import type { Endorsements } from './endorsements.schema.ts';

type Lists = Omit<Endorsements, 'title'>;

/** Words of a text between single spaces, so that 'CE' is not found in 'device'. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()} `;

/** True if one claim of the ledger holds all of the texts, word for word. */
function isProven(texts: readonly string[], { items }: Pick<Claims, 'items'>): boolean {
  return items.some((claim) => {
    const known = textsIn(claim).map(wordsOf);
    return texts.every((text) => known.some((words) => words.includes(wordsOf(text))));
  });
}

/** Texts of each entry that its claim must hold, by list. The last one is its statement. */
const statedIn = ({ press, experts, tests, certificates }: Lists) => ({
  press: press.map((one) => ({ one, texts: [one.name, one.quote] })),
  experts: experts.map((one) => ({ one, texts: [one.name, one.sentence] })),
  tests: tests.map((one) => ({ one, texts: [one.figure, one.text] })),
  certificates: certificates.map((one) => ({ one, texts: [one.name] })),
});

type Stated<T> = { one: T; texts: readonly string[] };

/** Returns the entries whose words one claim of the ledger holds. */
export function provenEndorsements(all: Lists, ledger: Pick<Claims, 'items'>): Lists {
  const proven = <T>(stated: readonly Stated<T>[]) =>
    stated.flatMap(({ one, texts }) => (isProven(texts, ledger) ? [one] : []));
  const { press, experts, tests, certificates } = statedIn(all);
  return {
    press: proven(press),
    experts: proven(experts),
    tests: proven(tests),
    certificates: proven(certificates),
  };
}

/** Returns the quote, sentence, result or name of each entry that no claim of the ledger proves. */
export function unprovenEndorsements(all: Lists, ledger: Pick<Claims, 'items'>): string[] {
  const stated = Object.values(statedIn(all)).flat();
  return stated.flatMap(({ texts }) => (isProven(texts, ledger) ? [] : texts.slice(-1)));
}

/** True if no list has an entry. */
export const areEmpty = ({ press, experts, tests, certificates }: Lists) =>
  press.length + experts.length + tests.length + certificates.length === 0;
