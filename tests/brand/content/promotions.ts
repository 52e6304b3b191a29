export const promotionText = (name: string) => `${name}, applied at checkout`;

export const bundleWords = { legend: 'How many?', each: 'each', free: 'free', add: 'Add to Cart' };
