/** Warning of a shop whose "Buy now" leads to the provider's page. */
export const hostedTaxSentence =
  'BUY_NOW=hosted charges no tax where the table of rates adds it: use BUY_NOW=own to collect it.';
