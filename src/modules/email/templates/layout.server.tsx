import { Body, Button, Container, Head, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';

export const rose = '#be123c';
export const ink = '#3b2a2c';

const sans = "Jost, 'Helvetica Neue', Helvetica, Arial, sans-serif";

type LayoutProps = { preview: string; shopUrl: string; children: ReactNode };

/** The one look of all mails: a cream page, a white card, the name above and where to get help below. */
export function Layout({ preview, shopUrl, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <title>{preview}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, backgroundColor: '#fdf3ef', color: ink, fontFamily: sans }}>
        <Container style={{ maxWidth: 560, margin: '0 auto', padding: '32px 16px' }}>
          <Link href={shopUrl} style={{ color: rose, fontSize: 26, letterSpacing: 2, textDecoration: 'none' }}>
            halorosa
          </Link>
          <Section style={{ marginTop: 20, padding: 28, backgroundColor: '#ffffff', borderRadius: 16 }}>
            {children}
          </Section>
          <Hr style={{ borderColor: '#f0d9d2', margin: '24px 0 12px' }} />
          <Text style={{ fontSize: 14, lineHeight: '22px', color: '#6b5557' }}>
            Questions? Answer this mail. We are here Monday to Friday, 9 AM to 6 PM EST.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** The one thing that a mail asks its reader to do. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      href={href}
      style={{ padding: '14px 28px', backgroundColor: rose, color: '#ffffff', borderRadius: 999, fontSize: 16 }}
    >
      {children}
    </Button>
  );
}
