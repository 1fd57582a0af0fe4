import type { ChangingName } from '../audited-changes.ts';

/**
 * The changes that members of an inactive tenant still make: they remove something or stop it, or note that something was looked
 * at. Everything else makes, sends or spends, and is `tenant_inactive` (docs/reference/console.md#inactive-workspaces).
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
  'mark-conversation-read',
  'report-presence',
] as const satisfies readonly ChangingName[];

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_WHILE_INACTIVE);

/** Whether members of an inactive tenant may call an operation that changes something of the tenant. */
export const isAllowedWhileInactive = (operation: string): boolean => ALLOWED.has(operation);
