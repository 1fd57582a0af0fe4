import { z } from 'zod';

/** Messages over the accounts of the deployment, by purpose. */
export const MESSAGE_PURPOSES = [
  'confirmation-sms',
  'confirmation-email',
  'notification-sms',
  'notification-email',
  'invitation',
  'password-reset',
] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];

/** Scopes of counting: messages to one address, of one tenant, of the deployment. */
export const LIMIT_SCOPES = ['target', 'tenant', 'deployment'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

export interface MessageLimit {
  perHour: number;
  perDay: number;
}
export type MessageLimits = Readonly<
  Record<MessagePurpose, Readonly<Partial<Record<LimitScope, Readonly<MessageLimit>>>>>
>;

const limit = (perHour: number, perDay: number): MessageLimit => ({ perHour, perDay });
const TARGET = limit(5, 10);

/**
 * The defaults (docs/reference/notifications.md#limits). Notifications to a confirmed address, which has opted in, are
 * not counted by address. Password resets, which no tenant requests, are not counted by tenant.
 */
export const DEFAULT_MESSAGE_LIMITS: MessageLimits = {
  'confirmation-sms': { target: TARGET, tenant: limit(30, 100), deployment: limit(300, 2000) },
  'confirmation-email': { target: TARGET, tenant: limit(100, 500), deployment: limit(2000, 10_000) },
  'notification-sms': { tenant: limit(120, 500), deployment: limit(1000, 5000) },
  'notification-email': { tenant: limit(1000, 5000), deployment: limit(10_000, 50_000) },
  invitation: { target: TARGET, tenant: limit(100, 500), deployment: limit(2000, 10_000) },
  'password-reset': { target: TARGET, deployment: limit(2000, 10_000) },
};

const NAMED = `(?:${MESSAGE_PURPOSES.join('|')})\\.(?:${LIMIT_SCOPES.join('|')})=\\d{1,7}/\\d{1,7}`;

/** The limits after changes such as `confirmation-sms.tenant=30/100,invitation.target=5/10`. */
function readMessageLimits(text: string): MessageLimits {
  const limits: Record<string, Partial<Record<string, MessageLimit>>> = structuredClone(DEFAULT_MESSAGE_LIMITS);
  for (const entry of text.split(',')) {
    const [purpose = '', scope = '', hour, day] = entry.split(/[.=/]/);
    limits[purpose] = { ...limits[purpose], [scope]: limit(Number(hour), Number(day)) };
  }
  return limits as MessageLimits; // safe: a copy of the defaults, and the pattern names purposes and scopes alone
}

/** `PARLEY_MESSAGE_LIMITS`: messages an hour and a day, by purpose and scope. */
export const MessageLimitsText = z
  .string()
  .regex(new RegExp(`^${NAMED}(?:,${NAMED})*$`), 'must be like confirmation-sms.tenant=30/100,invitation.target=5/10')
  .transform(readMessageLimits);

/** One counter of messages; each period is a whole hour or day (UTC). */
export interface MessageCounter {
  scope: LimitScope;
  period: 'hour' | 'day';
  startsAt: Date;
  endsAt: Date;
  most: number;
}

const PERIOD_MS = { hour: 3_600_000, day: 24 * 3_600_000 } as const;

/** The counters that limit a message of a purpose, for the scopes that it has. */
export function countersOf(
  limits: MessageLimits,
  purpose: MessagePurpose,
  scopes: readonly LimitScope[],
  now: Date,
): MessageCounter[] {
  return scopes.flatMap((scope) => {
    const given = limits[purpose][scope];
    if (!given) return [];
    return (['hour', 'day'] as const).map((period) => {
      const startsAt = new Date(Math.floor(now.getTime() / PERIOD_MS[period]) * PERIOD_MS[period]);
      const endsAt = new Date(startsAt.getTime() + PERIOD_MS[period]);
      return { scope, period, startsAt, endsAt, most: period === 'hour' ? given.perHour : given.perDay };
    });
  });
}

const NAMES: Readonly<Record<MessagePurpose, string>> = {
  'confirmation-sms': 'confirmations by SMS',
  'confirmation-email': 'confirmations by e-mail',
  'notification-sms': 'notifications by SMS',
  'notification-email': 'notifications by e-mail',
  invitation: 'invitations by e-mail',
  'password-reset': 'mails for a new password',
};
const WHOSE: Readonly<Record<LimitScope, string>> = {
  target: 'to one address',
  tenant: 'from one workspace',
  deployment: 'from this installation',
};

/** The sentence for a caller whose message is over the limit. */
export const describeFull = (purpose: MessagePurpose, { scope, period, most }: MessageCounter): string =>
  `At most ${most} ${NAMES[purpose]} ${WHOSE[scope]} are sent in one ${period}.`;
