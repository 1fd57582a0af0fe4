import type { WdPace } from '@parley/common/contracts/operator/linked-devices';
import type { NewChats } from '../health/quota.rules.ts';
import type { DeviceState } from '../leases/device-state.rules.ts';
import type { HealthSignal } from './device-network.rules.ts';

/** A stored linking session and its device. */
export interface LinkedDevice {
  id: number;
  tenantId: number;
  instanceId: string;
  label: string;
  /** `+` and digits; null until a phone is linked. */
  phone: string | null;
  /** The last reported limits of the network on the account; null when there are none. */
  restriction: Restriction | null;
  /** The last reported quota of new chats; null: unknown. */
  newChats: NewChats | null;
  /** When the network was last asked for both. */
  limitsCheckedAt: Date | null;
  /** Days of the phone's history to import; 0: none. */
  historyDays: number;
  /** The operator's choice for new chats; null: that of the deployment. */
  pace: WdPace | null;
  state: DeviceState;
}

/** The API id of the connection: `id` in channels, `account.id` in events. */
export const externalIdOf = ({ id }: Pick<LinkedDevice, 'id'>): string => String(id);

/** The device id of such an API id; null when it is invalid. */
export const deviceIdOf = (externalId: string): number | null => {
  const id = /^[1-9]\d{0,9}$/.test(externalId) ? Number(externalId) : null;
  return id !== null && id <= 2_147_483_647 ? id : null;
};

/** The names of limits in session-status. */
export const RESTRICTION_NAMES = ['restricted', 'capped'] as const;

/** A limit that the network has put on an account. */
export interface Restriction {
  /** restricted: may not write to people who did not write first. capped: only a few new chats are left. */
  name: (typeof RESTRICTION_NAMES)[number];
  /** Null when the network gave no end. */
  until: Date | null;
  /** The network's word for it; null: none. */
  kind: string | null;
}

const NAMES: Readonly<Record<HealthSignal['kind'], Restriction['name']>> = {
  reachout_timelock: 'restricted',
  capping: 'capped',
};

export const isInForce = ({ until }: Pick<Restriction, 'until'>, now: Date): boolean => until === null || until > now;

/**
 * The restriction after a message of the network. It lasts until it is lifted or expires; `restricted` replaces
 * `capped`, but `capped` never replaces `restricted`.
 */
export function nextRestriction(
  current: Restriction | null,
  { kind, isActive, until, detail }: HealthSignal,
  now: Date,
): Restriction | null {
  const name = NAMES[kind];
  if (!isActive) return current?.name === name ? null : current;
  const gives = current === null || current.name === name || name === 'restricted' || !isInForce(current, now);
  return gives ? { name, until, kind: detail } : current;
}

/** The limits of an account as the API shows them. */
export function limitsOf(
  { restriction, newChats, limitsCheckedAt }: Pick<LinkedDevice, 'restriction' | 'newChats' | 'limitsCheckedAt'>,
  now: Date,
) {
  const locked = restriction?.name === 'restricted' && isInForce(restriction, now) ? restriction : null;
  return {
    newChats,
    restricted: locked && { until: locked.until?.toISOString() ?? null, kind: locked.kind },
    checkedAt: limitsCheckedAt?.toISOString() ?? null,
  };
}
