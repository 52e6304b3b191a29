import type { MailContext } from '#modules/email/mail.ts';
import { Layout } from '#modules/email/mails/layout.server.tsx';
import { Divider, Label, Paragraph, TextLink, Title } from '#modules/email/mails/mail-components.server.tsx';

import type { NoticeLine } from '../notification-kinds.ts';

export type NoticeMail = {
  isSummary: boolean;
  heading: string;
  lines: readonly Pick<NoticeLine, 'line' | 'path'>[];
  /** Number of lines left out. */
  more: number;
  shopUrl: string;
};

/** Email that tells an admin what happened, with a link to each thing. */
export function AdminNotice({ mail, shop }: { mail: NoticeMail; shop: MailContext }) {
  const { isSummary, heading, lines, more, shopUrl } = mail;
  return (
    <Layout title={heading} preview={lines[0]?.line ?? heading} shopUrl={shopUrl} shop={shop} foot={null}>
      <Label>{isSummary ? 'DAILY SUMMARY' : 'YOUR SHOP'}</Label>
      <Title>{heading}</Title>
      {lines.map(({ line, path }, index) => (
        <Paragraph key={`${index} ${path}`}>
          <TextLink href={`${shopUrl}${path}`}>{line}</TextLink>
        </Paragraph>
      ))}
      {more === 0 ? null : (
        <Paragraph>
          <TextLink href={`${shopUrl}/admin`}>{`And ${more} more`}</TextLink>
        </Paragraph>
      )}
      <Divider />
      <Paragraph look="smallSoft">
        You’re receiving this because you’re an admin.{' '}
        <TextLink href={`${shopUrl}/admin/notifications`}>Manage notifications</TextLink>
      </Paragraph>
    </Layout>
  );
}
