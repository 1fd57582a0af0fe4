import type { ChangingName } from '../audited.ts';
import { sessionQr } from '../sessions/session-qr.ts';

/**
 * The changes that members of an inactive tenant may still make: they remove or stop something, or mark something as
 * seen. Everything else creates, sends or spends, and is `tenant_inactive`
 * (docs/reference/console.md#inactive-workspaces).
 */
const ALLOWED_WHILE_INACTIVE = [
  'revoke-invitation',
  'remove-member',
  'revoke-key',
  'pause-webhook',
  'pause-tenant-platform-webhook',
  'delete-tenant-platform-webhook',
  'remove-tenant-channel',
  'delete-session',
  'delete-ai-key',
  'delete-bot',
  'delete-knowledge',
  'delete-recipient',
  'delete-view',
  'delete-push-subscription',
  'delete-note',
  'delete-single-sign-on',
  'delete-canned-reply',
  'mark-conversation-read',
  'mark-mentions-read',
  'mark-conversation-unread',
  'report-presence',
] as const satisfies readonly ChangingName[];

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_WHILE_INACTIVE);

/** Queries with side effects: one connects to the network for a QR that links a phone. */
const LINKING: ReadonlySet<string> = new Set([sessionQr.name]);

/** Whether members of an inactive tenant may call an operation of the tenant. */
export const isAllowedWhileInactive = ({ name, method }: { name: string; method: string }): boolean =>
  method === 'GET' ? !LINKING.has(name) : ALLOWED.has(name);
