import type { BusClient } from '@parley/bus/bus-client';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Environment } from '@parley/common/environment';
import { keyChanged } from '@parley/common/hints';
import type { Logger } from '@parley/common/logger';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import { type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import { makeErasureOwners } from './adapters/erasure-owners.ts';
import { PLATFORM_SECRET_PURPOSE } from './domain/platform-webhook.ts';
import { WEBHOOK_SECRET_PURPOSE } from './domain/webhook-secret.ts';
import { makeCreditStore } from './storage/credit-store.ts';
import { makeErasureStore } from './storage/erasure-store.ts';
import { makeKeyStore } from './storage/key-store.ts';
import { makePlatformWebhookStore } from './storage/platform-webhook-store.ts';
import { makeTenantStore } from './storage/tenant-store.ts';
import { makeManageCredit } from './use-cases/manage-credit.ts';
import { makeManageErasures } from './use-cases/manage-erasures.ts';
import { makeManageKeys, type RefuseUrl } from './use-cases/manage-keys.ts';
import { makeManagePlatformWebhooks } from './use-cases/manage-platform-webhooks.ts';
import { makeManageTenants } from './use-cases/manage-tenants.ts';
import { makeRunErasures } from './use-cases/run-erasures.ts';

export const USE_CASES = Symbol('accounts.use-cases');

/** What the service is given. */
export interface AccountsParts {
  environment: EgressEnvironment & Partial<Pick<Environment, 'PARLEY_PLATFORM_WEBHOOK_URL'>>;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Look-ups of operators' URLs share one key of the look-up limits. */
const LOOKUP_KEY = 'operators';
const PERSON_PURPOSE = 'erasures.person';
/** Longer than the deadline of a step. */
const ERASURE_LEASE_MS = 45_000;

/** The use cases of the accounts service, on its real parts. */
export function makeUseCases({ environment, cipher, bus, logger, ...parts }: AccountsParts) {
  const { now = () => new Date() } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const tenants = makeTenantStore(database);
  const erasures = makeErasureStore(database);
  const owners = makeErasureOwners(bus);
  const tenantOf = makeTenantOf(database);
  const publishKeysChanged = (): void => bus.publishHint(keyChanged, { instance_id: null });
  const { checkUrl } = openEgress(environment);
  const refuseUrl: RefuseUrl = (url) => egressRefusal(() => checkUrl(url, LOOKUP_KEY));
  const publishKeyChanged = (instanceId: string): void => bus.publishHint(keyChanged, { instance_id: instanceId });
  const wakeDeliveries = makeWakeDeliveries(bus);
  let wakeErasures = (): void => {};

  return {
    tenants: makeManageTenants({ ...tenants, publishKeysChanged }),
    credit: makeManageCredit({ ...makeCreditStore(database), now }),
    keys: makeManageKeys({
      keys: makeKeyStore(database),
      tenantOf,
      refuseUrl,
      encryptSecret: (secret) => cipher.encrypt(secret, WEBHOOK_SECRET_PURPOSE),
      publishKeyChanged,
      wakeDeliveries,
      now,
    }),
    platformWebhooks: makeManagePlatformWebhooks({
      webhooks: makePlatformWebhookStore(database),
      tenantOf,
      refuseUrl,
      encryptSecret: (secret) => cipher.encrypt(secret, PLATFORM_SECRET_PURPOSE),
      publishChanged: publishKeyChanged,
      wakeDeliveries,
      now,
    }),
    erasures: makeManageErasures({
      erasures,
      tenantOf,
      isContact: async (tenantId, contactId) => (await owners.findPerson(tenantId, contactId)) !== null,
      publishKeysChanged,
      wakeErasures: () => wakeErasures(),
      now,
    }),
    runErasures: makeRunErasures({
      jobs: erasures,
      owners,
      seal: (person) => cipher.encrypt(JSON.stringify(person), PERSON_PURPOSE),
      open: (sealed) => ErasedPerson.parse(JSON.parse(cipher.decrypt(sealed, PERSON_PURPOSE))),
      leaseMs: ERASURE_LEASE_MS,
      onFailure: ({ id, what, step }, error) =>
        logger.warn(
          'erasure.step-failed',
          { erasure_id: id, what, step, err: error },
          'A step of an erasure failed; it is tried again.',
        ),
      now,
    }),
    findDueErasure: erasures.findDue,
    /** Registers a callback for when an erasure is due. */
    onErasuresDue: (wake: () => void) => {
      wakeErasures = wake;
    },
  };
}
