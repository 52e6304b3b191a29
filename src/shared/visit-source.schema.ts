import { z } from 'zod';

/** Referrer and campaign of a visit, as the browser reports them. */
export const arrivalInput = z.object({
  /** Referrer URL, '' if the browser sends none. Absent within the shop. */
  from: z.string().max(2_000).optional(),
  campaign: z.string().max(200).optional(),
});

export type VisitAttribution = z.infer<typeof arrivalInput>;
