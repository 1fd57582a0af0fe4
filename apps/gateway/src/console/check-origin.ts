import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@parley/common/errors';

/**
 * Whether a request comes from a page of this origin: of PARLEY_PUBLIC_URL, or of the host that the browser asked. A page of
 * another site can name neither in `Origin` (docs/reference/console.md#sessions).
 */
function isOurs(origin: string, { host, publicUrl }: { host: string | undefined; publicUrl: string }): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  return given.origin === new URL(publicUrl).origin || (/^https?:$/.test(given.protocol) && given.host === host);
}

/** Throws foreign_origin for a change that does not say that it comes from a page of ours, and for a query from another site. */
export function checkOrigin(
  method: string | undefined,
  { origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): void {
  const mayLackOrigin = method === 'GET';
  if (origin === undefined ? mayLackOrigin : isOurs(origin, { host, publicUrl })) return;
  throw new AppError('foreign_origin');
}
