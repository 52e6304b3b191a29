/** Name of a promotion beside a price, for example 'Buy 2 Get 1 Free'. */
export const promotionText = (name: string) => `${name}, applied at checkout`;
