import type { ChannelConnectService } from '../service.ts';
import { isDialogReady } from './dialog.rules.ts';
import { type KeyName, mayKeyConnect } from './link.store.ts';

/** The way through Meta of a phone that is asked for a passkey (docs/pairing-page.md). */
export const OFFICIAL_WAY = { channel: 'wa', via: null } as const;

/** Whether the popup is set up, and the key may use the channel. */
export const isWayOffered = async (
  { database, environment }: Pick<ChannelConnectService, 'database' | 'environment'>,
  key: KeyName,
): Promise<boolean> =>
  isDialogReady(environment, OFFICIAL_WAY) && (await mayKeyConnect(database, key, OFFICIAL_WAY.channel));
