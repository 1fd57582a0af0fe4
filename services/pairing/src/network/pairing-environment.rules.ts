import type { Environment } from '@parley/runtime/environment';

/** The variables that this service reads. */
export type PairingEnvironment = Pick<
  Environment,
  | 'PARLEY_WHATSAPP_WEB_URL'
  | 'PARLEY_WHATSAPP_WEB_ROOT_KEY'
  | 'PARLEY_EGRESS_ALLOW'
  | 'PARLEY_DNS_SERVERS'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_PORT'
  | 'PARLEY_MAX_UNPAIRED_SESSIONS'
  | 'PARLEY_WD_GROUP_ADDS_PER_DAY'
  | 'PARLEY_WD_PACE'
>;
