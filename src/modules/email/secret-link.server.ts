import type { Settings } from '#platform/env/settings.server.ts';
import { seal, unseal } from '#platform/session/seal.server.ts';

import type { MailKind } from './rules.ts';

type Secret = Pick<Settings, 'sessionSecret'>;
type Kind = Pick<MailKind, 'isSecret'>;

const purpose = 'mail-link';

function withUrl(kind: Kind, props: object, change: (url: string) => string): object {
  const isSealed = kind.isSecret === true && 'url' in props && typeof props.url === 'string';
  return isSealed ? { ...props, url: change(String(props.url)) } : props;
}

/** A mail as it waits in the table: who reads that cannot follow a link that opens an account. */
export function sealedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => seal(sessionSecret, purpose, url));
}

/** A stored mail as it is sent; one that waited already before links were sealed holds its link as it is. */
export function openedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => (url.startsWith('http') ? url : unseal(sessionSecret, purpose, url)));
}
