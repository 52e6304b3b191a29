import { dollarsToCents, formatUsd, reductionText, type Cents } from './money.ts';

type Part = { name: string; amountCents: Cents };

/** Composition of a total. Reductions are positive cents; one of 0 makes the shipping free. */
export type Bill = {
  subtotalCents: Cents;
  /** Reductions in order: promotions, code, waiver. */
  reductions: readonly Part[];
  /** Null if the bill does not show it. */
  shipping: Part | null;
  /** Tax added to the price. */
  taxCents: Cents;
  /** Tax already included in the total. */
  taxIncluded: Part | null;
  totalCents: Cents;
};

/** Returns a part from its wire format, which is in dollars. */
export const partFrom = ({ name, amount }: { name: string; amount: number }): Part => ({
  name,
  amountCents: dollarsToCents(amount),
});

/**
 * One line of a bill. The `cents` of all kinds except `included` add up to those of `total`; a
 * reduction's are negative.
 */
export type BillLine = {
  kind: 'subtotal' | 'reduction' | 'shipping' | 'tax' | 'total' | 'included';
  /** Label of the line. Reductions and shipping have their own name. */
  name: string;
  cents: Cents;
  text: string;
};

/** Returns the lines of a bill for every page, mail and document. Tax of 0 has no line. */
export function billLines({
  subtotalCents,
  reductions,
  shipping,
  taxCents,
  taxIncluded,
  totalCents,
}: Bill): BillLine[] {
  const line = (kind: BillLine['kind'], [name, cents]: [string, Cents], text = formatUsd(cents)) => {
    return { kind, name, cents, text };
  };
  return [
    line('subtotal', ['Subtotal', subtotalCents]),
    ...reductions.map(({ name, amountCents }) =>
      line('reduction', [name, 0 - amountCents], reductionText(amountCents)),
    ),
    ...(shipping === null
      ? []
      : [line('shipping', [shipping.name, shipping.amountCents], shipping.amountCents === 0 ? 'Free' : undefined)]),
    ...(taxCents === 0 ? [] : [line('tax', ['Tax', taxCents])]),
    line('total', ['Total', totalCents], `${formatUsd(totalCents)} USD`),
    ...(taxIncluded === null ? [] : [line('included', [`Includes ${taxIncluded.name}`, taxIncluded.amountCents])]),
  ];
}
