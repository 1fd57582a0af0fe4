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
  createdAt: Date;
}

/** A tenant as the operator sees it: the balance as a JSON number (operator.md). */
export const toTenantView = ({ slug, name, plan, status, balance, createdAt }: Tenant): z.infer<typeof TenantView> => ({
  slug,
  name,
  plan,
  status,
  balance: Number(balance),
  created_at: createdAt.toISOString(),
});
