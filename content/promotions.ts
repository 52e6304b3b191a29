/** Name of a promotion beside a price, for example 'Buy 2 Get 1 Free'. */
export const promotionText = (name: string) => `${name}, applied at checkout`;

/** Choice of one, two or three units where a promotion makes one of them free. */
export const bundleWords = { legend: 'How many?', each: 'each', free: 'free', add: 'Add to Cart' };
