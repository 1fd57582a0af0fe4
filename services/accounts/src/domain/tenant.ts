import type { TenantView } from '@parley/common/contracts/operator/tenants';
import type { z } from 'zod';

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
  createdAt: Date;
}

/** A tenant as the operator sees it: the balance as a JSON number (docs/reference/operator-api.md#tenants). */
export const toTenantView = ({
  slug,
  name,
  plan,
  status,
  balance,
  retentionDays,
  createdAt,
}: Tenant): z.infer<typeof TenantView> => ({
  slug,
  name,
  plan,
  status,
  balance: Number(balance),
  retention_days: retentionDays,
  created_at: createdAt.toISOString(),
});
