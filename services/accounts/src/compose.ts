import type { BusClient } from '@parley/bus/bus-client';
import { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { WEBHOOK_SECRET_PURPOSE } from './domain/webhook-secret.ts';
import { makeErasureOwners } from './erasure-owners.ts';
import { makeCreditStore } from './storage/credit-store.ts';
import { makeErasureStore } from './storage/erasure-store.ts';
import { makeKeyStore } from './storage/key-store.ts';
import { makeTenantStore } from './storage/tenant-store.ts';
import { makeAddCredit } from './use-cases/add-credit.ts';
import { makeAuthenticateKey } from './use-cases/authenticate-key.ts';
import { makeCheckWebhookUrl, type RefuseUrl } from './use-cases/check-webhook-url.ts';
import { makeCreateKey } from './use-cases/create-key.ts';
import { makeCreateTenant } from './use-cases/create-tenant.ts';
import { makeEraseContact } from './use-cases/erase-contact.ts';
import { makeEraseTenant } from './use-cases/erase-tenant.ts';
import { makeGetTenant } from './use-cases/get-tenant.ts';
import { makeListKeys } from './use-cases/list-keys.ts';
import { makeListTenants } from './use-cases/list-tenants.ts';
import { makeRevokeKey } from './use-cases/revoke-key.ts';
import { makeRotateSecret } from './use-cases/rotate-secret.ts';
import { makeRunErasures, type RunErasuresDeps } from './use-cases/run-erasures.ts';
import { makeShowErasures } from './use-cases/show-erasures.ts';
import { makeShowStatus } from './use-cases/show-status.ts';
import { makeUpdateKey } from './use-cases/update-key.ts';
import { makeUpdateTenant } from './use-cases/update-tenant.ts';

export const USE_CASES = Symbol('accounts.use-cases');

export interface UseCaseParts {
  database: PrismaDatabase;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  bus: Pick<BusClient, 'publishHint' | 'call'>;
  refuseUrl: RefuseUrl;
  onErasureFailure: RunErasuresDeps['onFailure'];
  now(): Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

const PERSON_PURPOSE = 'erasures.person';
/** Beyond the deadline of a step. */
const ERASURE_LEASE_MS = 45_000;

/** Everything that the accounts service does, over one database and one bus. */
export function makeUseCases({ database, cipher, bus, refuseUrl, onErasureFailure, now }: UseCaseParts) {
  const tenants = makeTenantStore(database);
  const keys = makeKeyStore(database);
  const credit = makeCreditStore(database);
  const { findTenantId } = tenants;
  const checkWebhookUrl = makeCheckWebhookUrl(refuseUrl);
  const encryptSecret = (secret: string): string => cipher.encrypt(secret, WEBHOOK_SECRET_PURPOSE);
  const publishKeyChanged = (instanceId: string): void => bus.publishHint(keyChanged, { instance_id: instanceId });
  const publishKeysChanged = (): void => bus.publishHint(keyChanged, { instance_id: null });
  const erasures = makeErasureStore(database);
  const owners = makeErasureOwners(bus);
  let wakeErasures = (): void => {};
  const wakeLane = (instanceId: string): void => bus.publishHint(deliveriesDue, { instance_ids: [instanceId] });

  return {
    authenticateKey: makeAuthenticateKey(keys),
    showStatus: makeShowStatus(credit),
    createTenant: makeCreateTenant(tenants),
    listTenants: makeListTenants(tenants),
    getTenant: makeGetTenant(tenants),
    updateTenant: makeUpdateTenant({ updateTenant: tenants.updateTenant, publishKeysChanged }),
    addCredit: makeAddCredit(credit),
    eraseContact: makeEraseContact({
      ...erasures,
      findTenantId,
      isContact: async (tenantId, contactId) => (await owners.findPerson(tenantId, contactId)) !== null,
      wakeErasures: () => wakeErasures(),
      now,
    }),
    eraseTenant: makeEraseTenant({ ...erasures, publishKeysChanged, wakeErasures: () => wakeErasures(), now }),
    erasures: makeShowErasures(erasures),
    runErasures: makeRunErasures({
      jobs: erasures,
      owners,
      seal: (person) => cipher.encrypt(JSON.stringify(person), PERSON_PURPOSE),
      open: (sealed) => ErasedPerson.parse(JSON.parse(cipher.decrypt(sealed, PERSON_PURPOSE))),
      leaseMs: ERASURE_LEASE_MS,
      onFailure: onErasureFailure,
      now,
    }),
    findDueErasure: erasures.findDue,
    /** Who runs the erasures is told when one is due. */
    onErasuresDue: (wake: () => void) => {
      wakeErasures = wake;
    },
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
