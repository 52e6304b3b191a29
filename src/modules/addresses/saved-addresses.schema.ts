import { z } from 'zod';

import { endpoint } from '#platform/http/endpoint.server.ts';
import { addressBy } from '#shared/address.ts';

import { maxAddresses } from './saved-addresses.ts';

const addressesOutput = z.object({
  addresses: z.array(
    z.object({
      id: z.string(),
      ...addressBy(() => z.string()),
      isDefault: z.boolean(),
    }),
  ),
});

export const addressRefusals = {
  too_many_addresses: `You keep ${maxAddresses} addresses already. Delete one to add another.`,
  unknown_address: 'This address is no longer kept.',
} as const;

export type AddressRefusal = keyof typeof addressRefusals;

export const listCall = endpoint('get', '/addresses', {
  summary: 'The addresses of the signed-in customer, the default first',
  output: addressesOutput,
});
