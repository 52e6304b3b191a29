import type { MailContext } from '../mail.ts';
import { Layout } from './layout.server.tsx';
import { Label, Paragraph, Title } from './mail-components.server.tsx';

type TestMailProps = { sentAt: string; shopUrl: string; shop: MailContext };

export function TestMail({ sentAt, shopUrl, shop }: TestMailProps) {
  const text = `This test mail of ${shop.site.name} was written on ${sentAt}. If you can read it, mails arrive.`;
  return (
    <Layout title="Your mails arrive" preview={text} shopUrl={shopUrl} shop={shop} foot={null}>
      <Label>SIMPLE TEST</Label>
      <Title>Your mails arrive</Title>
      <Paragraph>{text}</Paragraph>
    </Layout>
  );
}
