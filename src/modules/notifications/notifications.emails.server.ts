import { createElement } from 'react';

import { noticeMailName, type MailKind } from '#modules/email/mail.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { NoticeMail } from './mails/notice.server.tsx';
import { noticeHeading, noticeLine, type NoticeLine } from './notification-kinds.ts';

/** Lines of an email; the others are counted. */
const maxLines = 50;

type NoticeContent = { isSummary: boolean; lines: readonly NoticeLine[]; shopUrl: string };

export const noticeMail = ({ isSummary, lines, shopUrl }: NoticeContent): NoticeMail => ({
  isSummary,
  heading: noticeHeading(lines),
  lines: lines.slice(0, maxLines).map(({ line, path }) => ({ line, path })),
  more: Math.max(0, lines.length - maxLines),
  shopUrl,
});

const sampleNotice = { subject: '', label: 'HR-SAMPLE22', cents: 11_800, dueAt: new Date('2026-12-04T00:00:00Z') };

/** Tells an admin what happened in the shop. */
export const adminNotice: MailKind<NoticeMail> = {
  name: noticeMailName,
  subject: ({ isSummary, heading }, { site }) => oneLine(`${site.name}${isSummary ? ' today' : ''}: ${heading}`),
  body: async (mail, shop) => createElement((await import('./mails/notice.server.tsx')).AdminNotice, { mail, shop }),
  sample: (shopUrl) => {
    const kinds = ['order', 'dispute'] as const;
    const lines = kinds.map((kind) => noticeLine({ ...sampleNotice, kind }));
    return noticeMail({ isSummary: false, lines, shopUrl });
  },
};
