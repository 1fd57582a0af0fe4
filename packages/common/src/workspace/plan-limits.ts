import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Resources that are limited by the tenant's plan (docs/reference/operator-api.md#plan-limits). */
export const LIMITED = ['keys', 'recipients', 'scheduled'] as const;
export type Limited = (typeof LIMITED)[number];

/** One limit of PARLEY_PLAN_LIMITS; without a plan it applies to every plan that names none. */
export interface PlanLimit {
  plan: string | null;
  what: Limited;
  most: number;
}
export type PlanLimits = readonly PlanLimit[];

const DEFAULTS: Readonly<Record<Limited, number>> = { keys: 50, recipients: 100, scheduled: 200_000 };
const NAMES: Readonly<Record<Limited, string>> = {
  keys: 'API keys',
  recipients: 'recipients of notifications',
  scheduled: 'scheduled messages',
};
/** A revoked key frees its place, but its row stays: creations per day are limited to this multiple of the limit. */
const MADE_IN_A_DAY = 4;
const HOUR_SECONDS = 3600;

const isLimited = (what: string): what is Limited => LIMITED.some((one) => one === what);

function readPlanLimit(text: string): PlanLimit {
  const [name = '', most] = text.split('=');
  const dot = name.lastIndexOf('.');
  const what = name.slice(dot + 1);
  if (!isLimited(what)) throw new Error(`${what} has no limit.`);
  return { plan: dot < 0 ? null : name.slice(0, dot), what, most: Number(most) };
}

const NAMED = `(?:[^,=]{1,50}\\.)?(?:${LIMITED.join('|')})=\\d{1,6}`;

/** `PARLEY_PLAN_LIMITS`: `keys=50,enterprise.keys=500`. */
export const PlanLimitsText = z
  .string()
  .regex(new RegExp(`^${NAMED}(?:,${NAMED})*$`), 'must be like keys=50,enterprise.keys=500')
  .transform((text) => text.split(',').map(readPlanLimit));

/** A plan's limit: its own, otherwise that of every plan, otherwise the default. */
export function mostOf(limits: PlanLimits | undefined, plan: string, what: Limited): number {
  const given = (limits ?? []).filter((one) => one.what === what);
  const found = given.find((one) => one.plan === plan) ?? given.find((one) => one.plan === null);
  return found?.most ?? DEFAULTS[what];
}

/**
 * Throws when a tenant has reached the limit of its plan, or created too many in the last 24 hours. The caller holds
 * the lock of the tenant. Errors: plan_limit_reached, rate_limited.
 */
export function checkPlanLimit(
  limits: PlanLimits | undefined,
  what: Limited,
  { plan, has, madeInDay = 0 }: { plan: string; has: number; madeInDay?: number },
): void {
  const most = mostOf(limits, plan, what);
  if (has >= most)
    throw new AppError('plan_limit_reached', { message: `The plan ${plan} allows ${most} ${NAMES[what]}.` });
  if (madeInDay >= most * MADE_IN_A_DAY)
    throw new AppError('rate_limited', {
      message: `The plan ${plan} allows ${most * MADE_IN_A_DAY} new ${NAMES[what]} in 24 hours, revoked ones included.`,
      retry_after: HOUR_SECONDS,
    });
}
