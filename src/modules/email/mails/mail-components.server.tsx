import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';

import { useMailLook } from './mail-theme-context.server.tsx';

const line = { margin: 0, fontSize: 16, lineHeight: '26px' };
const small = { margin: '6px 0 0', fontSize: 12, lineHeight: '17px' };

export function Title({ children }: { children: ReactNode }) {
  const { colors, display } = useMailLook();
  const style = { margin: '0 0 12px', fontFamily: display, fontSize: 36, fontWeight: 500, lineHeight: '40px' };
  return (
    <Heading as="h1" className="ink" style={{ ...style, color: colors.ink }}>
      {children}
    </Heading>
  );
}

type ParagraphProps = {
  children: ReactNode;
  look?: 'plain' | 'soft' | 'strong' | 'small' | 'smallSoft';
  right?: boolean;
};

export function Paragraph({ children, look = 'plain', right = false }: ParagraphProps) {
  const { colors } = useMailLook();
  const isSoft = look === 'soft' || look === 'smallSoft';
  const size = look === 'small' || look === 'smallSoft' ? small : line;
  const style = { ...size, color: isSoft ? colors.soft : colors.ink, fontWeight: look === 'strong' ? 600 : 400 };
  return (
    <Text className={isSoft ? 'soft' : 'ink'} style={{ ...style, textAlign: right ? 'right' : 'left' }}>
      {children}
    </Text>
  );
}

/** Link within a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="accent" href={href} style={{ color: useMailLook().colors.berry, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

/** Tinted panel for the most important content. */
export function Panel({ margin = '0 0 28px', children }: { margin?: string; children: ReactNode }) {
  const style = { margin, padding: '16px 20px', backgroundColor: useMailLook().colors.blush, borderRadius: 14 };
  return (
    <Section className="panel" style={style}>
      {children}
    </Section>
  );
}

/** The owner's text: each of its lines is a paragraph. */
export function OwnText({ text }: { text: string }) {
  return text.split(/\n+/).map((line, index) => <Paragraph key={`${index} ${line}`}>{line}</Paragraph>);
}

/** User input, line by line, as plain text without links or markup. */
export function UserText({ text }: { text: string }) {
  return text
    .split('\n')
    .map((line, index) => <Paragraph key={`${index} ${line}`}>{line === '' ? ' ' : line}</Paragraph>);
}

/** Small label above the content that it names. */
export function Label({ children }: { children: ReactNode }) {
  return (
    <Text
      className="accent"
      style={{
        margin: '0 0 6px',
        fontSize: 13,
        letterSpacing: 1.5,
        lineHeight: '18px',
        color: useMailLook().colors.berry,
      }}
    >
      {children}
    </Text>
  );
}

export function Divider() {
  return <Hr className="rule" style={{ margin: '20px 0', borderColor: useMailLook().colors.line }} />;
}
