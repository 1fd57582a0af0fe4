import type { TenantOrDeployment } from '@parley/common/define-contract';

/** The scope of the deployment's platform webhook, which belongs to no tenant and gets the events of every tenant. */
export const DEPLOYMENT = 0;

/** A key, or a platform webhook, of a scope: a tenant, or {@link DEPLOYMENT}. */
export interface WebhookTarget {
  scope: number;
  instanceId: string;
}

/** An input that names a key, or without an id the platform webhook of its scope. */
export interface TargetInput extends TenantOrDeployment {
  instanceId?: string | undefined;
}
