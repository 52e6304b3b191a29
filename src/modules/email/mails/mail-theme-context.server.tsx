import { Text } from '@react-email/text';
import { createContext, useContext, type ReactNode } from 'react';

import { fontsOf, type MailTheme } from '../mail-theme.ts';

/** Theme of the mail that is being rendered. `renderMail` provides it. */
export const MailThemeContext = createContext<MailTheme | null>(null);

/** Colors and fonts of the mail. */
export function useMailLook() {
  const theme = useContext(MailThemeContext);
  if (theme === null) throw new Error('a mail is rendered without its theme');
  const { colors, nightAccent, fonts, logo } = theme;
  return { colors, nightAccent, logo, ...fontsOf[fonts] };
}

/** Text below the card. */
export function FootText({ children }: { children: ReactNode }) {
  const { soft } = useMailLook().colors;
  return (
    <Text className="soft" style={{ margin: '24px 12px 0', fontSize: 14, lineHeight: '22px', color: soft }}>
      {children}
    </Text>
  );
}
