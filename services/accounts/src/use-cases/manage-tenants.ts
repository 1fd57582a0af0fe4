import type { createTenant, getTenant, listTenants, updateTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type Tenant, toTenantView } from '../domain/tenant.ts';

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

export interface ManageTenantsDeps {
  /** Inserts the tenant and the ledger row of its opening credit; null when the slug is taken. */
  insertTenant(tenant: NewTenant): Promise<Tenant | null>;
  findTenant(slug: string): Promise<Tenant | null>;
  /** In the order of creation. */
  listTenantsAfter(id: number, count: number): Promise<Tenant[]>;
  /** Null when there is no such tenant. */
  updateTenant(slug: string, changes: TenantChanges): Promise<Tenant | null>;
  /** Makes gateways reload the rights of all keys. */
  publishKeysChanged(): void;
}

/** Tenants, for the operator (docs/reference/operator-api.md#tenants). */
export function makeManageTenants(deps: ManageTenantsDeps) {
  return {
    /** Errors: slug_taken. */
    async create(input: InputOf<typeof createTenant>): Promise<OutputOf<typeof createTenant>> {
      const { slug, name = slug, plan, balance = '0' } = input;
      const tenant = await deps.insertTenant({ slug, name, plan, balance });
      if (!tenant) throw new AppError('slug_taken');
      return toTenantView(tenant);
    },

    /** Oldest first. Errors: invalid_cursor. */
    async list({ limit, cursor }: InputOf<typeof listTenants>): Promise<OutputOf<typeof listTenants>> {
      return pageOf(await deps.listTenantsAfter(readCursor(cursor), limit + 1), limit, toTenantView);
    },

    /** Errors: unknown_tenant. */
    async show({ slug }: InputOf<typeof getTenant>): Promise<OutputOf<typeof getTenant>> {
      const tenant = await deps.findTenant(slug);
      if (!tenant) throw new AppError('unknown_tenant');
      return toTenantView(tenant);
    },

    /** Changes name, plan, status or retention; takes effect on every gateway within 1 s. Errors: unknown_tenant. */
    async update(input: InputOf<typeof updateTenant>): Promise<OutputOf<typeof updateTenant>> {
      const { slug, retentionDays, lowCreditThreshold, ...changes } = input;
      const tenant = await deps.updateTenant(slug, { ...changes, retentionDays, lowCreditThreshold });
      if (!tenant) throw new AppError('unknown_tenant');
      deps.publishKeysChanged();
      return toTenantView(tenant);
    },
  };
}
