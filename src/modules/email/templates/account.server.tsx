import { Heading, Section, Text } from '@react-email/components';

import type { AccountMail } from '../rules.ts';
import { Action, Layout } from './layout.server.tsx';

type AccountMailProps = { mail: AccountMail; title: string; text: string; action: string };

/** A mail with one link that only its receiver may follow. */
export function AccountLink({ mail, title, text, action }: AccountMailProps) {
  return (
    <Layout preview={title} shopUrl={mail.shopUrl}>
      <Heading as="h1" style={{ margin: '0 0 12px', fontSize: 26, fontWeight: 500 }}>
        {title}
      </Heading>
      <Text style={{ fontSize: 16, lineHeight: '24px' }}>{text}</Text>
      <Section style={{ margin: '20px 0' }}>
        <Action href={mail.url}>{action}</Action>
      </Section>
      <Text style={{ fontSize: 14, color: '#6b5557' }}>If this was not you, you can ignore this mail.</Text>
    </Layout>
  );
}
