import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';

import { photoProblems } from '#shared/photo.ts';

import { maxPhotos } from './habit-tracker.ts';

export const photoParams = z.object({ id: z.uuid() });

export const photoRefusals = {
  no_photo: 'Choose a photo first.',
  ...photoProblems,
  too_many_photos: `You keep ${maxPhotos} photos already. Delete one to add another.`,
  too_many: 'You have added many photos today. Please try again tomorrow.',
} as const;

export type PhotoRefusal = keyof typeof photoRefusals;

export const photoCall = createRoute({
  method: 'get',
  path: '/progress-photos/{id}',
  summary: 'Get a progress photo (owner only)',
  request: { params: photoParams },
  responses: { 200: { description: 'The photo' }, 401: { description: 'Not signed in' } },
});
