export const checkoutBadges = [{ icon: 'lock', title: 'Secure Checkout', text: 'Encrypted' }] as const;
