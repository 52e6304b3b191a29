import type { CsvColumn } from '#platform/http/csv.server.ts';

import { dialogTriggers } from './email-capture.ts';
import type { CaptureRow } from './email-capture.queries.server.ts';

export const captureTriggers = ['', 'newsletter', ...dialogTriggers] as const;

/** Columns of the CSV file. */
export const captureColumns: CsvColumn<CaptureRow>[] = [
  { title: 'email', kind: 'text', value: ({ email }) => email },
  { title: 'came_from', kind: 'text', value: ({ trigger }) => trigger },
  { title: 'discount_percent', kind: 'number', value: ({ discountPercent }) => discountPercent },
  { title: 'consent_version', kind: 'date', value: ({ consentVersion }) => consentVersion },
  { title: 'consented_at', kind: 'date', value: ({ createdAt }) => createdAt.toISOString() },
];
