import { editConflictMessage } from '#modules/audit/audit-log.ts';

export const addressRefusals = {
  changed_meanwhile: editConflictMessage,
  set_by_server: 'The address is set by PUBLIC_URL on the server. Change it there.',
  not_encrypted: 'Open this page with https:// first. A live shop needs an encrypted address.',
  unknown_origin: 'Your browser didn’t say at which address this page is open. Use another browser.',
};

export type AddressRefusal = keyof typeof addressRefusals;
