import { createElement } from 'react';

import { oneLine } from '#shared/clean-text.ts';

import type { MailKind, MailContext } from './mail.ts';

export const simpleTest: MailKind<{ sentAt: string; shopUrl: string }> = {
  name: 'test_simple',
  subject: (_mail, { site }) => oneLine(`Test email from ${site.name}`),
  body: async (mail, shop) => createElement((await import('./mails/test-mail.server.tsx')).TestMail, { ...mail, shop }),
  sample: (shopUrl) => ({ sentAt: 'November 21, 2026 at 7:00 AM UTC', shopUrl }),
};

/** Sample of another kind. `emails` are the words of a draft; missing for those of the shop. */
export type SampleTest = { kind: string; emails?: MailContext['emails']; shopUrl: string };

/** Test of how a kind of mail looks with the words of a draft. */
export function sampleTest(kinds: readonly MailKind[]): MailKind<SampleTest> {
  const partsOf = ({ kind: name, emails, shopUrl }: SampleTest, shop: MailContext) => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no module writes mails of the kind ${name}`);
    return { kind, props: kind.sample(shopUrl), words: { ...shop, emails: emails ?? shop.emails } };
  };
  return {
    name: 'test_sample',
    subject(mail, shop) {
      const { kind, props, words } = partsOf(mail, shop);
      return oneLine(`Test: ${kind.subject(props, words)}`);
    },
    async body(mail, shop) {
      const { kind, props, words } = partsOf(mail, shop);
      return kind.body(props, words);
    },
    sample: (shopUrl) => ({ kind: kinds[0]?.name ?? '', shopUrl }),
  };
}
