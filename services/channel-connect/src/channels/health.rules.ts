import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import {
  type AccountRestriction,
  APP_UNUSED_MS,
  type AppHealth,
  type ChannelHealth,
  type ChannelProblem,
  type ComingProblem,
  type HISTORY_STATES,
  NumberQuality as QualityOnWire,
  type SendingHealth,
  TOKEN_ENDS_SOON_MS,
} from '@parley/common/contracts/console/channel-health';
import type { LOST_REASONS } from '@parley/common/events';
import { latest } from '@parley/messaging/people/domain/conversation-facts';
import type { WaCallSettings } from '@parley/providers/graph/numbers/wa-call-settings';
import type { WaUsername } from '@parley/providers/graph/numbers/wa-usernames';
import type { z } from 'zod';

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
  /** When a message last reached its person, and when one last failed for want of a payment method. */
  lastDeliveredAt: Date | null;
  lastUnpaidAt: Date | null;
}

export interface HealthFacts {
  id: number;
  channel: Channel;
  externalId: string;
  /** The WhatsApp Business Account of a wa number; null where it is unknown. */
  wabaId: string | null;
  name: string;
  number: string | null;
  /** Encrypted. */
  credentials: string;
  connectedAt: Date;
  /** Set while it is lost. */
  lost: { reason: (typeof LOST_REASONS)[number]; at: Date } | null;
  authorizedAt: Date;
  /** When a token ends that only its owner can renew (wa). */
  tokenExpiresAt: Date | null;
  /** Consecutive failed renewals of its token. */
  renewalsFailed: number;
  /** Since when the platform suspends a wa number; null: it is online. */
  offlineSince: Date | null;
  /** Since when its account has no payment method, as of the last check. */
  paymentMissingSince: Date | null;
  /** As last reported by the platform. */
  restrictions: readonly AccountRestriction[];
  /** The rating of a wa number that the platform last reported by itself; null where it did not. */
  reportedQuality: (NumberQuality & { at: Date }) | null;
  device: DeviceFacts | null;
  /** Set for a wa number that the WhatsApp Business app uses as well. */
  app: AppFacts | null;
}

const NOTHING: ActivityFacts = {
  lastReceivedAt: null,
  lastSentAt: null,
  lastFailedAt: null,
  lastDeliveredAt: null,
  lastUnpaidAt: null,
};

export interface AppFacts {
  lastSeenAt: Date | null;
  history: { state: (typeof HISTORY_STATES)[number]; progress: number | null; imported: number } | null;
}

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

type ComingFacts = Pick<HealthFacts, 'lost' | 'tokenExpiresAt' | 'app' | 'connectedAt'> & { isUnpaid: boolean };

/** The cause that ends the sends or the connection of a channel soon, or null (docs/reference/console.md#channel-health). */
export function findComing(
  { lost, isUnpaid, tokenExpiresAt, app, connectedAt }: ComingFacts,
  now: Date,
): ComingProblem | null {
  if (lost) return null;
  if (isUnpaid) return 'payment_missing';
  if (tokenExpiresAt !== null && tokenExpiresAt.getTime() - now.getTime() <= TOKEN_ENDS_SOON_MS) return 'token_expires';
  return app && latest(connectedAt, app.lastSeenAt).getTime() < now.getTime() - APP_UNUSED_MS ? 'app_unused' : null;
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The platform's answer; where that is unknown, its last own report. */
const completeQuality = (asked: NumberQuality, reported: HealthFacts['reportedQuality']): NumberQuality => ({
  rating: asked.rating === 'UNKNOWN' && reported ? reported.rating : asked.rating,
  limitTier: asked.limitTier ?? reported?.limitTier ?? null,
});

/**
 * Whether the account of a number lacks a payment method: by Meta's answer, or by a message that failed for want of one. A
 * message that was delivered later shows that it pays again. Null: nothing says so.
 */
export function decidePayment({
  hasPayment,
  activity,
  missingSince,
}: Pick<AskedHealth, 'hasPayment'> & {
  activity: Pick<ActivityFacts, 'lastUnpaidAt' | 'lastDeliveredAt'> | null;
  missingSince: Date | null;
}): boolean | null {
  if (hasPayment === false) return true;
  const { lastUnpaidAt = null, lastDeliveredAt = null } = activity ?? {};
  if (lastUnpaidAt !== null && (lastDeliveredAt === null || lastDeliveredAt < lastUnpaidAt)) return true;
  if (hasPayment === true) return false;
  return missingSince !== null && lastDeliveredAt !== null && lastDeliveredAt > missingSince ? false : null;
}

const toAppHealth = ({ lastSeenAt, history }: AppFacts): Camel<AppHealth> => ({
  lastSeenAt: instant(lastSeenAt),
  history: history?.state ?? null,
  progress: history?.progress ?? null,
  imported: history?.imported ?? 0,
});

/** The login of an ig account; null for other channels, and where it cannot be read. */
export type LoginFacts = { via: 'facebook' } | { via: 'instagram'; tokenEndsAt: Date } | null;

const toLogin = (login: LoginFacts): Camel<z.infer<typeof ChannelHealth>>['login'] =>
  login && { via: login.via, tokenEndsAt: login.via === 'instagram' ? login.tokenEndsAt.toISOString() : null };

const toCalling = ({ isOn, isIconShown, asksPermission, hours }: WaCallSettings) => ({
  isOn,
  isIconShown,
  asksPermission,
  hasHours: hours?.isOn ?? null,
});

export function toHealth(
  facts: HealthFacts & { login: LoginFacts },
  activity: ActivityFacts = NOTHING,
  asked: AskedHealth | null,
  now: Date,
): Camel<z.infer<typeof ChannelHealth>> {
  const { device, lost } = facts;
  // The answer of now is newer than the last check.
  const verdict = decidePayment({
    hasPayment: asked?.hasPayment ?? null,
    activity,
    missingSince: facts.paymentMissingSince,
  });
  const isUnpaid = facts.channel === 'wa' && (verdict ?? facts.paymentMissingSince !== null);
  return {
    accountId: facts.id,
    channel: facts.channel,
    id: facts.externalId,
    name: facts.name,
    identifier: facts.number,
    status: lost ? 'disconnected' : 'connected',
    since: (lost?.at ?? facts.connectedAt).toISOString(),
    problem: findProblem(facts, activity, now),
    coming: findComing({ ...facts, isUnpaid }, now),
    authorizedAt: facts.channel === 'wd' ? null : facts.authorizedAt.toISOString(),
    tokenExpiresAt: instant(facts.tokenExpiresAt),
    login: toLogin(facts.login),
    lastReceivedAt: instant(activity.lastReceivedAt),
    lastSentAt: instant(activity.lastSentAt),
    lastFailedAt: instant(activity.lastFailedAt),
    device: device && {
      status: device.status,
      since: device.since.toISOString(),
      lastHeardAt: instant(device.lastHeardAt),
    },
    quality: asked && completeQuality(asked.quality, facts.reportedQuality),
    restrictions: lost ? [] : inForce(facts.restrictions, now),
    username: asked?.username ?? null,
    calling: asked?.calling ? toCalling(asked.calling) : null,
    sending: asked && { ...asked.platform, paymentMissing: isUnpaid },
    businessApp: lost ? null : facts.app && toAppHealth(facts.app),
  };
}

/** The platform's rating of a wa number. */
export type NumberQuality = Camel<z.infer<typeof QualityOnWire>>;

const UNKNOWN_QUALITY: NumberQuality = { rating: 'UNKNOWN', limitTier: null };

/** The platform's answers about a wa number. */
export interface AskedHealth {
  quality: NumberQuality;
  platform: Omit<Camel<z.infer<typeof SendingHealth>>, 'paymentMissing'>;
  /** Null: the platform does not say. */
  hasPayment: boolean | null;
  username: WaUsername | null;
  calling: WaCallSettings | null;
}

export const UNKNOWN_HEALTH: AskedHealth = {
  quality: UNKNOWN_QUALITY,
  platform: { state: null, reasons: [] },
  hasPayment: null,
  username: null,
  calling: null,
};

/** Reads a platform's rating of a number; unknown words become unknown. */
export function readQuality(said: {
  quality_rating?: string | undefined;
  messaging_limit?: string | undefined;
}): NumberQuality {
  const { rating, limit_tier: limitTier } = QualityOnWire.shape;
  return {
    rating: rating.safeParse(said.quality_rating).data ?? UNKNOWN_QUALITY.rating,
    limitTier: limitTier.safeParse(said.messaging_limit).data ?? UNKNOWN_QUALITY.limitTier,
  };
}
