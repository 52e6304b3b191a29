import type { Settings } from '#platform/env/settings.server.ts';
import { seal, unseal } from '#platform/session/seal.server.ts';

import type { MailContent } from './rules.ts';

type Secret = Pick<Settings, 'sessionSecret'>;
type SecretMail = Extract<MailContent, { kind: 'verify_email' | 'reset_password' | 'confirm_device' }>;

const purpose = 'mail-link';
const kinds = new Set<MailContent['kind']>(['verify_email', 'reset_password', 'confirm_device']);

/** Whether the link of a mail opens an account: nobody but its reader may see it. */
export function hasSecretLink(content: MailContent): content is SecretMail {
  return kinds.has(content.kind);
}

const withUrl = (content: SecretMail, url: string): SecretMail => ({ ...content, data: { ...content.data, url } });

/** A mail as it waits in the table: who reads that cannot follow a link that opens an account. */
export function sealedContent({ sessionSecret }: Secret, content: MailContent): MailContent {
  return hasSecretLink(content) ? withUrl(content, seal(sessionSecret, purpose, content.data.url)) : content;
}

/** A stored mail as it is sent; one that waited already before links were sealed holds its link as it is. */
export function openedContent({ sessionSecret }: Secret, content: MailContent): MailContent {
  if (!hasSecretLink(content) || content.data.url.startsWith('http')) return content;
  return withUrl(content, unseal(sessionSecret, purpose, content.data.url));
}
