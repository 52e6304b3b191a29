import { z } from 'zod';

export const consentInput = z.object({ ads: z.boolean(), version: z.string().min(1).max(40) });

export const consentOutput = z.object({ success: z.literal(true) });
