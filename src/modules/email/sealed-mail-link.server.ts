import type { Settings } from '#platform/env/settings.server.ts';
import { seal, unseal } from '#platform/session/seal.server.ts';

import { type MailKind } from './mail.ts';

type Secret = Pick<Settings, 'sessionSecret'>;

type Kind = Pick<MailKind, 'isSecret'>;

const purpose = 'mail-link';

function withUrl(kind: Kind, props: object, change: (url: string) => string): object {
  const isSealed = kind.isSecret === true && 'url' in props && typeof props.url === 'string';
  return isSealed ? { ...props, url: change(String(props.url)) } : props;
}

/**
 * Encrypts the link of a secret mail for storage, so that readers of the table cannot use it to
 * open an account.
 */
export function sealedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => seal(sessionSecret, purpose, url));
}

/**
 * Decrypts the link of a stored mail. Mails queued before links were encrypted hold a plain URL.
 */
export function openedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => (url.startsWith('http') ? url : unseal(sessionSecret, purpose, url)));
}
