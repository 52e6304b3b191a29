import { site } from '#content/site.ts';

import { Layout } from './layout.server.tsx';
import { Label, Paragraph, Title } from './mail-components.server.tsx';

export function TestMail({ sentAt, shopUrl }: { sentAt: string; shopUrl: string }) {
  const text = `This test mail of ${site.name} was written on ${sentAt}. If you can read it, mails arrive.`;
  return (
    <Layout title="Your mails arrive" preview={text} shopUrl={shopUrl} foot={null}>
      <Label>SIMPLE TEST</Label>
      <Title>Your mails arrive</Title>
      <Paragraph>{text}</Paragraph>
    </Layout>
  );
}
