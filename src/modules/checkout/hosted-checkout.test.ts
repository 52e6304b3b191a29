import { expect, test } from 'vitest';

import { deliveryFrom } from './hosted-checkout.ts';

test.each([
  ['PR', null, '00907', { country: 'US', state: 'PR' }],
  ['JE', 'St Helier', 'JE2 3AB', { country: 'GB', state: 'St Helier' }],
  ['US', 'CA', '94103', { country: 'US', state: 'CA' }],
])(
  "a delivery from the provider's page to %s is one to the shop's own country",
  (country, state, postalCode, place) => {
    const shipping = { name: 'Mia Rose', phone: null, street: '1 Main Street', line2: null, city: 'There' };
    const page = { email: null, name: null, phone: null, shipping: { ...shipping, state, postalCode, country } };
    expect(deliveryFrom(page).shippingAddress).toMatchObject({ ...place, postalCode });
  },
);
