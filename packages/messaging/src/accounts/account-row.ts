import { CHANNELS, Channel } from '@parley/common/channels';
import { type Column, oneOf } from '@parley/database/statements/column';

/** A stored channel account. */
export interface StoredAccount {
  id: number;
  tenantId: number;
  channel: Channel;
  /** The provider's id. */
  externalId: string;
  name: string;
  /** Readable number with plus (wa, wd), otherwise null. */
  number: string | null;
  /** WhatsApp Business Account of a wa number. */
  wabaId: string | null;
  /** Encrypted. */
  credentials: string;
  connectedAt: Date;
  /** The time since which the platform suspends the account (wa); null: it is online. */
  offlineSince: Date | null;
}

export const ACCOUNT_COLUMNS = `c.id, c.tenant_id, c.channel, c.external_id, c.name, c.number, c.waba_id, c.credentials,
  c.connected_at, c.offline_since`;

export const accountRow = {
  id: 'int4',
  tenantId: 'int4',
  channel: oneOf(...CHANNELS),
  externalId: 'text',
  name: 'text',
  number: 'text?',
  wabaId: 'text?',
  credentials: 'text',
  connectedAt: 'timestamptz',
  offlineSince: 'timestamptz?',
} as const satisfies Record<string, Column>;

/** The same columns as a select of the Prisma client. */
export const ACCOUNT_SELECT = {
  id: true,
  tenantId: true,
  channel: true,
  externalId: true,
  name: true,
  number: true,
  wabaId: true,
  credentials: true,
  connectedAt: true,
  offlineSince: true,
} as const;

/** An account of the Prisma client; throws on an unknown channel. */
export const toStoredAccount = (row: Omit<StoredAccount, 'channel'> & { channel: string }): StoredAccount => ({
  ...row,
  channel: Channel.parse(row.channel),
});
