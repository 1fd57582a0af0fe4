import type { ServiceName } from '@parley/common/define-contract';

/** A process of Parley that reads secrets: a service, the gateway, or the sandbox, which signs as the platforms do. */
export type SecretReader = ServiceName | 'gateway' | 'sandbox';

const SERVICES: readonly ServiceName[] = [
  'accounts',
  'send',
  'inbound',
  'inbox',
  'files',
  'channel-connect',
  'pairing',
  'comments',
  'notifications',
  'bots',
  'webhook-delivery',
];

/**
 * The services that read each secret variable. A process gets only the groups of its services
 * (docs/operations/hardening.md#secrets), so that an attacker who takes over a process gets only the secrets that it
 * needs.
 */
export const SECRET_GROUPS = {
  gateway: { variables: ['PARLEY_ADMIN_TOKEN'], readers: ['gateway'] },
  database: {
    variables: ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'PARLEY_ENCRYPTION_KEYS'],
    readers: SERVICES,
  },
  platforms: {
    variables: [
      'PARLEY_META_APP_SECRET',
      'PARLEY_META_VERIFY_TOKEN',
      'PARLEY_INSTAGRAM_APP_SECRET',
      'PARLEY_INSTAGRAM_META_APP_SECRET',
      'PARLEY_TIKTOK_APP_SECRET',
    ],
    readers: ['send', 'inbound', 'channel-connect', 'comments', 'files', 'notifications', 'sandbox'],
  },
  accounts: { variables: ['PARLEY_OIDC_CLIENT_SECRET'], readers: ['accounts'] },
  files: { variables: ['PARLEY_UPLOAD_S3_KEY_ID', 'PARLEY_UPLOAD_S3_SECRET'], readers: ['files'] },
  notifications: { variables: ['PARLEY_SMTP_URL', 'PARLEY_SMS_SECRET'], readers: ['notifications'] },
  bots: {
    variables: ['PARLEY_AI_OPENAI_KEY', 'PARLEY_AI_ANTHROPIC_KEY', 'PARLEY_AI_GOOGLE_KEY'],
    readers: ['bots'],
  },
  /** The key of backups, which only the command line reads. */
  backups: { variables: ['PARLEY_BACKUP_KEY'], readers: [] },
} as const satisfies Record<string, { variables: readonly string[]; readers: readonly SecretReader[] }>;

const isReadBy = (readers: readonly SecretReader[], parts: readonly SecretReader[]): boolean =>
  parts.some((part) => readers.includes(part));

/** The variables without the secrets that none of these services reads. */
export function withoutForeignSecrets(
  variables: Record<string, string | undefined>,
  parts: readonly SecretReader[],
): Record<string, string | undefined> {
  const foreign = new Set<string>(
    Object.values(SECRET_GROUPS).flatMap((group) => (isReadBy(group.readers, parts) ? [] : group.variables)),
  );
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !foreign.has(name)));
}
