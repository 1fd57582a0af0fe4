import type { TenantOrDeployment } from '@parley/common/define-contract';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { WebhookDeliveryService } from '../service.ts';
import { DEPLOYMENT } from './scope.rules.ts';

/** The scope that an input names: its tenant's id, or without a slug the deployment. Errors: unknown_tenant. */
export async function findScope({ database }: WebhookDeliveryService, input: TenantOrDeployment): Promise<number> {
  return (await tenantOrDeployment(database, input)) ?? DEPLOYMENT;
}
