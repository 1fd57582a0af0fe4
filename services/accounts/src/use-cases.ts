import type { BusClient } from '@parley/bus/bus-client';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import { WEBHOOK_SECRET_PURPOSE } from './domain/webhook-secret.ts';
import { makeCreditStore } from './storage/credit-store.ts';
import { makeKeyStore } from './storage/key-store.ts';
import { makeTenantStore } from './storage/tenant-store.ts';
import { makeAddCredit } from './use-cases/add-credit.ts';
import { makeAuthenticateKey } from './use-cases/authenticate-key.ts';
import { makeCheckWebhookUrl, type RefuseUrl } from './use-cases/check-webhook-url.ts';
import { makeCreateKey } from './use-cases/create-key.ts';
import { makeCreateTenant } from './use-cases/create-tenant.ts';
import { makeGetTenant } from './use-cases/get-tenant.ts';
import { makeListKeys } from './use-cases/list-keys.ts';
import { makeListTenants } from './use-cases/list-tenants.ts';
import { makeRevokeKey } from './use-cases/revoke-key.ts';
import { makeRotateSecret } from './use-cases/rotate-secret.ts';
import { makeShowStatus } from './use-cases/show-status.ts';
import { makeUpdateKey } from './use-cases/update-key.ts';
import { makeUpdateTenant } from './use-cases/update-tenant.ts';

export const USE_CASES = Symbol('accounts.use-cases');

export interface UseCaseParts {
  database: Pick<Database, 'query'>;
  cipher: Pick<Cipher, 'encrypt'>;
  bus: Pick<BusClient, 'publishHint'>;
  refuseUrl: RefuseUrl;
  now(): Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Everything that the accounts service does, over one database and one bus. */
export function makeUseCases({ database, cipher, bus, refuseUrl, now }: UseCaseParts) {
  const tenants = makeTenantStore(database);
  const keys = makeKeyStore(database);
  const credit = makeCreditStore(database);
  const { findTenantId } = tenants;
  const checkWebhookUrl = makeCheckWebhookUrl(refuseUrl);
  const encryptSecret = (secret: string): string => cipher.encrypt(secret, WEBHOOK_SECRET_PURPOSE);
  const publishKeyChanged = (instanceId: string): void => bus.publishHint(keyChanged, { instance_id: instanceId });
  const publishKeysChanged = (): void => bus.publishHint(keyChanged, { instance_id: null });
  const wakeLane = (instanceId: string): void => bus.publishHint(deliveriesDue, { instance_ids: [instanceId] });

  return {
    authenticateKey: makeAuthenticateKey(keys),
    showStatus: makeShowStatus(credit),
    createTenant: makeCreateTenant(tenants),
    listTenants: makeListTenants(tenants),
    getTenant: makeGetTenant(tenants),
    updateTenant: makeUpdateTenant({ updateTenant: tenants.updateTenant, publishKeysChanged }),
    addCredit: makeAddCredit(credit),
    createKey: makeCreateKey({ findTenantId, insertKey: keys.insertKey, encryptSecret, checkWebhookUrl }),
    listKeys: makeListKeys({ findTenantId, listKeysAfter: keys.listKeysAfter }),
    updateKey: makeUpdateKey({
      findTenantId,
      updateKey: keys.updateKey,
      checkWebhookUrl,
      publishKeyChanged,
      wakeLane,
    }),
    revokeKey: makeRevokeKey({ findTenantId, revokeKey: keys.revokeKey, publishKeyChanged, now }),
    rotateSecret: makeRotateSecret({
      findTenantId,
      replaceSecret: keys.replaceSecret,
      encryptSecret,
      publishKeyChanged,
      now,
    }),
  };
}
