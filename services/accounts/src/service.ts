import type { BusClient } from '@parley/bus/bus-client';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { AnswerStore } from '@parley/messaging/idempotency/idempotency';
import { type Egress, type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import { type Issuers, openIssuers } from '@parley/providers/oidc/issuer-client';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import { makePasswordHasher, type PasswordHasher } from './sign-in/password-hasher.client.ts';
import { type IssuerEnvironment, readDeploymentIssuer } from './single-sign-on/single-sign-on.rules.ts';

export const SERVICE = Symbol('accounts.service');

export type AccountsEnvironment = EgressEnvironment &
  IssuerEnvironment &
  Pick<Environment, 'PARLEY_PORT' | 'PARLEY_PUBLIC_URL'> &
  Partial<
    Pick<
      Environment,
      'PARLEY_PLATFORM_WEBHOOK_URL' | 'PARLEY_MESSAGE_LIMITS' | 'PARLEY_PLAN_LIMITS' | 'PARLEY_RETENTION_DAYS'
    >
  >;

/** Dependencies of the service. */
export interface AccountsParts {
  environment: AccountsEnvironment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

/** The parts that the verbs of the service use. */
export interface AccountsService {
  environment: AccountsEnvironment;
  /** Its errors are those of {@link mapDatabaseErrorsWithPrisma}. */
  database: PrismaDatabase;
  cipher: Cipher;
  /** First answers of actions with an `Idempotency-Key`. */
  answers: AnswerStore;
  bus: BusClient;
  logger: Logger;
  now(): Date;
  /** Hashes a few passwords at a time. */
  passwords: PasswordHasher;
  /** The rules for addresses that a workspace gives: of webhooks and of its issuer. */
  egress: Pick<Egress, 'checkUrl' | 'agent'>;
  issuers: Issuers;
  /** Starts a round of the erasure worker. */
  wakeErasures: Wake;
}

export function openAccountsService(parts: AccountsParts): AccountsService {
  const { environment, database, cipher, bus, logger, now = () => new Date() } = parts;
  // Throws now, and not at the first sign-in.
  readDeploymentIssuer(environment);
  const mapped = mapDatabaseErrorsWithPrisma(database);
  const egress = openEgress(environment, { demoPaths: ['/sandbox/receiver/'] });
  return {
    environment,
    database: mapped,
    cipher,
    answers: { database: mapped, cipher },
    bus,
    logger,
    now,
    passwords: makePasswordHasher(),
    egress,
    issuers: openIssuers(egress, () => now().getTime()),
    wakeErasures: makeWake(),
  };
}
