import { centsFrom, formatUsd, reductionText, type Cents } from './money.ts';

type Part = { name: string; amountCents: Cents };

/** What a total is made of; reductions are positive cents, one of 0 frees the shipping. */
export type Bill = {
  subtotalCents: Cents;
  /** In their order: promotions, code, waiver. */
  reductions: readonly Part[];
  /** Null where a bill says nothing of it. */
  shipping: Part | null;
  /** Added to the price. */
  taxCents: Cents;
  /** Tax that the total holds already. */
  taxIncluded: Part | null;
  totalCents: Cents;
};

/** A part as the wire tells it, in dollars. */
export const partFrom = ({ name, amount }: { name: string; amount: number }): Part => ({
  name,
  amountCents: centsFrom(amount),
});

/** One line of a bill; `cents` of all but `included` add up to those of `total`, and a reduction's are negative. */
export type BillLine = {
  kind: 'subtotal' | 'reduction' | 'shipping' | 'tax' | 'total' | 'included';
  /** Of a reduction and of the shipping their own name. */
  name: string;
  cents: Cents;
  text: string;
};

/** A bill line by line, as every page, mail and document tells it; tax of 0 is not worth a line. */
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
