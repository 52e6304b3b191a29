import { createElement } from 'react';

import { site } from '#content/site.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { MailKind } from './mail.ts';

export const simpleTest: MailKind<{ sentAt: string; shopUrl: string }> = {
  name: 'test_simple',
  subject: () => oneLine(`Test mail of ${site.name}`),
  body: async (mail) => createElement((await import('./mails/test-mail.server.tsx')).TestMail, mail),
  sample: (shopUrl) => ({ sentAt: 'November 21, 2026 at 7:00 AM UTC', shopUrl }),
};
