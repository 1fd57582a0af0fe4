import type { Camel } from '@parley/common/casing/camel';
import type { TenantView } from '@parley/common/contracts/operator/tenants';
import type { z } from 'zod';

/** Scale of the column `tenants.balance`. */
export const BALANCE_DECIMALS = 6;

/** A tenant as it is stored; the balance is the exact decimal. */
export interface Tenant {
  id: number;
  slug: string;
  name: string;
  plan: string;
  status: 'active' | 'inactive';
  balance: string;
  /** Null: PARLEY_RETENTION_DAYS. */
  retentionDays: number | null;
  /** The exact decimal; null: recipients are not notified. */
  lowCreditThreshold: string | null;
  createdAt: Date;
}

export interface NewTenant {
  slug: string;
  name: string;
  plan: string | undefined;
  /** Opening credit, a decimal string. */
  balance: string;
}

/** Changes; an absent member stays as it is. */
export interface TenantChanges {
  name?: string | undefined;
  plan?: string | undefined;
  status?: Tenant['status'] | undefined;
  retentionDays?: number | null | undefined;
  /** A decimal string. */
  lowCreditThreshold?: string | null | undefined;
}

/** A tenant as the operator sees it, with the balance as a JSON number (docs/reference/operator-api.md#tenants). */
export const toTenantView = ({
  slug,
  name,
  plan,
  status,
  balance,
  retentionDays,
  lowCreditThreshold,
  createdAt,
}: Tenant): Camel<z.infer<typeof TenantView>> => ({
  slug,
  name,
  plan,
  status,
  balance: Number(balance),
  retentionDays,
  lowCreditThreshold: lowCreditThreshold === null ? null : Number(lowCreditThreshold),
  createdAt: createdAt.toISOString(),
});

const HOUR_MS = 3_600_000;

/** Hours that the operator's list of tenants adds up: the current one and those before it. */
const HOURS = 24;

const startOfHour = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;

/** The start of the first hour that is added up. */
export const firstHour = (now: Date): Date => new Date(startOfHour(now) - (HOURS - 1) * HOUR_MS);

/** The end of the hours that may be counted: an hour after its end, nearly every receipt of its messages has come. */
export const countableUntil = (now: Date): Date => new Date(startOfHour(now) - HOUR_MS);
