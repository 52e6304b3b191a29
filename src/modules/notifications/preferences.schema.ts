import { z } from 'zod';

import { versionField } from '#platform/http/form-fields.server.ts';

import { deliveries, noticeKindNames, type Delivery, type NoticeKind } from './notification-kinds.ts';

const delivery = z.enum(Object.keys(deliveries) as [Delivery], 'Choose one');

/** Schema of the preferences' form: a delivery for each kind. */
export const preferencesInput = z.object({
  version: versionField,
  ...(Object.fromEntries(noticeKindNames.map((kind) => [kind, delivery])) as Record<NoticeKind, typeof delivery>),
});
