import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type {
  AccountRestriction,
  ChannelHealth,
  ChannelProblem,
} from '@parley/common/contracts/console/channel-health';
import type { LOST_REASONS } from '@parley/common/events';
import type { z } from 'zod';
import type { NumberQuality } from './number-quality.rules.ts';

export interface DeviceFacts {
  status: string;
  since: Date;
  lastHeardAt: Date | null;
  silentSince: Date | null;
  restriction: string | null;
  restrictedUntil: Date | null;
}

/** When messages of an account were last received, sent and failed; null: none among the messages read. */
export interface ActivityFacts {
  lastReceivedAt: Date | null;
  lastSentAt: Date | null;
  lastFailedAt: Date | null;
}

export interface HealthFacts {
  id: number;
  channel: Channel;
  externalId: string;
  name: string;
  number: string | null;
  /** Encrypted. */
  credentials: string;
  connectedAt: Date;
  /** Set while it is lost. */
  lost: { reason: (typeof LOST_REASONS)[number]; at: Date } | null;
  authorizedAt: Date;
  /** Consecutive failed renewals of its token. */
  renewalsFailed: number;
  /** Since when the platform suspends a wa number; null: it is online. */
  offlineSince: Date | null;
  /** As last reported by the platform. */
  restrictions: readonly AccountRestriction[];
  /** The rating of a wa number that the platform last reported by itself; null where it did not. */
  reportedQuality: (NumberQuality & { at: Date }) | null;
  device: DeviceFacts | null;
}

const NOTHING: ActivityFacts = { lastReceivedAt: null, lastSentAt: null, lastFailedAt: null };

function deviceProblem(device: DeviceFacts, now: Date): ChannelProblem | null {
  if (device.status !== 'connected') return 'device_offline';
  const isRestricted = device.restriction !== null && (device.restrictedUntil === null || device.restrictedUntil > now);
  if (isRestricted) return 'device_restricted';
  return device.silentSince === null ? null : 'device_silent';
}

/** Current restrictions. */
const inForce = (restrictions: HealthFacts['restrictions'], now: Date): AccountRestriction[] =>
  restrictions.filter(({ until }) => until === null || new Date(until) > now);

/** The worst problem of a channel, or null (docs/reference/console.md#channel-health). */
export function findProblem(
  {
    lost,
    offlineSince,
    device,
    restrictions,
    renewalsFailed,
  }: Pick<HealthFacts, 'lost' | 'offlineSince' | 'device' | 'restrictions' | 'renewalsFailed'>,
  { lastReceivedAt, lastSentAt, lastFailedAt }: ActivityFacts,
  now: Date,
): ChannelProblem | null {
  if (lost) return lost.reason;
  if (offlineSince) return 'number_offline';
  const ofDevice = device && deviceProblem(device, now);
  if (ofDevice) return ofDevice;
  if (inForce(restrictions, now).length > 0) return 'account_restricted';
  if (renewalsFailed > 0) return 'token_not_renewed';
  if (lastFailedAt !== null && (lastSentAt === null || lastSentAt < lastFailedAt)) return 'send_failed';
  return lastReceivedAt === null && lastSentAt === null ? 'nothing_received' : null;
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The platform's answer; where that is unknown, its last own report. */
const completeQuality = (asked: NumberQuality, reported: HealthFacts['reportedQuality']): NumberQuality => ({
  rating: asked.rating === 'UNKNOWN' && reported ? reported.rating : asked.rating,
  limitTier: asked.limitTier ?? reported?.limitTier ?? null,
});

export function toHealth(
  facts: HealthFacts,
  activity: ActivityFacts = NOTHING,
  quality: NumberQuality | null,
  now: Date,
): Camel<z.infer<typeof ChannelHealth>> {
  const { device, lost } = facts;
  return {
    accountId: facts.id,
    channel: facts.channel,
    id: facts.externalId,
    name: facts.name,
    identifier: facts.number,
    status: lost ? 'disconnected' : 'connected',
    since: (lost?.at ?? facts.connectedAt).toISOString(),
    problem: findProblem(facts, activity, now),
    authorizedAt: facts.channel === 'wd' ? null : facts.authorizedAt.toISOString(),
    lastReceivedAt: instant(activity.lastReceivedAt),
    lastSentAt: instant(activity.lastSentAt),
    lastFailedAt: instant(activity.lastFailedAt),
    device: device && {
      status: device.status,
      since: device.since.toISOString(),
      lastHeardAt: instant(device.lastHeardAt),
    },
    quality: quality && completeQuality(quality, facts.reportedQuality),
    restrictions: lost ? [] : inForce(facts.restrictions, now),
  };
}
