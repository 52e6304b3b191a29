import { Heading, Hr, Text } from '@react-email/components';
import type { ReactNode } from 'react';

import { colours, display } from './layout.server.tsx';

const line = { margin: 0, fontSize: 16, lineHeight: '26px' };

export function Title({ children }: { children: ReactNode }) {
  const style = { margin: '0 0 12px', fontFamily: display, fontSize: 36, fontWeight: 500, lineHeight: '40px' };
  return (
    <Heading as="h1" className="ink" style={{ ...style, color: colours.ink }}>
      {children}
    </Heading>
  );
}

type LineProps = { children: ReactNode; look?: 'plain' | 'soft' | 'strong'; right?: boolean };

export function Line({ children, look = 'plain', right = false }: LineProps) {
  const colour = look === 'soft' ? colours.soft : colours.ink;
  const style = { ...line, color: colour, fontWeight: look === 'strong' ? 600 : 400 };
  return (
    <Text className={look === 'soft' ? 'soft' : 'ink'} style={{ ...style, textAlign: right ? 'right' : 'left' }}>
      {children}
    </Text>
  );
}

/** Small capitals above what they name. */
export function Label({ children }: { children: ReactNode }) {
  return (
    <Text
      className="accent"
      style={{ margin: '0 0 6px', fontSize: 13, letterSpacing: 1.5, lineHeight: '18px', color: colours.berry }}
    >
      {children}
    </Text>
  );
}

export function Rule() {
  return <Hr className="rule" style={{ margin: '20px 0', borderColor: colours.line }} />;
}
