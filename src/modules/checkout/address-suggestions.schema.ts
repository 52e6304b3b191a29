import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { identifier } from '#shared/identifier.ts';

export const suggestionsQuery = z.object({ query: z.string().trim().min(3).max(200), country: z.string().length(2) });

const suggestion = z.object({
  description: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export const suggestionsOutput = z.object({ suggestions: z.array(suggestion) });

export const postalPlaceQuery = z.object({
  postalCode: z.string().overwrite(identifier).min(1).max(20),
  country: z.string().length(2),
  /** City that is already typed in the form. A place in another city is not returned. */
  city: z.string().max(100).optional(),
});

const postalPlace = z.object({ city: z.string(), state: z.string() });

export const postalPlaceOutput = z.object({ place: postalPlace.nullable() });

export type PostalPlace = z.infer<typeof postalPlace>;
export type Suggestion = z.infer<typeof suggestion>;

export const suggestCall = endpointWithBody('post', '/address-suggestions', {
  summary: 'Addresses that begin like this',
  input: suggestionsQuery,
  output: suggestionsOutput,
});

export const placeCall = endpointWithBody('post', '/postal-place', {
  summary: 'The city and the state of a postal code; null where the shop does not know it, or the city is another one',
  input: postalPlaceQuery,
  output: postalPlaceOutput,
});
