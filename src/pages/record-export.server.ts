import { appendSecurityEvent } from '#modules/accounts/security-log.server.ts';
import { pathArea } from '#modules/accounts/security-log.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

type Exporting = Pick<PageRequest, 'ctx' | 'visitor'> & { request: Request };

/** Records in the security log that a signed-in person exports data. */
export async function recordExport({ ctx, visitor: { user, ip }, request }: Exporting): Promise<void> {
  const subject = pathArea(new URL(request.url).pathname);
  await appendSecurityEvent(ctx, { kind: 'exported', subject, accountId: user?.id ?? null, ip });
}
