import { fileURLToPath } from 'node:url';
import { isNeeded as areBotsNeeded } from '@parley/bots/turns/is-needed';
import type { Carrier } from '@parley/bus/carriers/carrier';
import type { HeldContract } from '@parley/bus/requests/hold-requests';
import { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import type { ServiceStores } from '@parley/database/connection/open-stores';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/statements/map-database-errors';
import { isNeeded as isPairingNeeded } from '@parley/pairing/leases/is-needed';
import { findOpenPage } from '@parley/pairing/pages/find-page.steps';
import type { Environment } from '@parley/runtime/environment';
import { withoutForeignSecrets } from '@parley/runtime/environment/secret-groups';
import type { Logger } from '@parley/runtime/logger';
import { partEnvironment } from '../part-environment.ts';
import { ONLY_IN_CHILD } from './child-contracts.ts';
import { type OnDemandProcess, runOnDemand } from './run-on-demand.ts';

export const CHILD_NAMES = ['pairing', 'bots'] as const;
export type ChildName = (typeof CHILD_NAMES)[number];

/**
 * Services in child processes: a crash of pairing's client library must not end the others, and a burst of bot turns
 * must not delay callers who wait for an answer. A reply may take seconds, so bots get the lowest priority.
 */
const CHILDREN = {
  pairing: { main: '@parley/pairing/main', niceness: 0 },
  bots: { main: '@parley/bots/main', niceness: 10 },
} as const satisfies Record<ChildName, unknown>;

interface ChildParts extends ServiceStores {
  variables: Record<string, string | undefined>;
  environment: Environment;
  url: string;
  carrier: Carrier;
  logger: Logger;
}

/** Runs services/pairing and services/bots in child processes while something needs them. */
export function startChildren(parts: ChildParts): Record<ChildName, OnDemandProcess> {
  const { variables, environment, url, carrier, logger, cipher } = parts;
  const records = { database: mapDatabaseErrorsWithPrisma(parts.database), cipher, now: () => new Date() };
  /** Anyone may call these without a key: only a valid address of an open page starts the process. */
  const admitOpenPage = (input: unknown) => findOpenPage(records, pairPageQr.input.parse(input).token);
  const contractsOf = (name: ChildName): HeldContract[] =>
    ONLY_IN_CHILD[name].map((contract) =>
      contract === pairPageQr || contract === pairPageCode ? { contract, admit: admitOpenPage } : { contract },
    );
  const run = (name: ChildName, isNeeded: () => Promise<boolean>): OnDemandProcess =>
    runOnDemand({
      name,
      program: fileURLToPath(import.meta.resolve(CHILDREN[name].main)),
      niceness: CHILDREN[name].niceness,
      environment: withoutForeignSecrets(
        {
          ...variables,
          ...partEnvironment(environment, url),
          PARLEY_PORT: String(environment.PARLEY_PORT),
          // Only for services that run alone.
          PARLEY_HEALTH_PORT: '',
        },
        [name],
      ),
      carrier,
      logger,
      contracts: contractsOf(name),
      isNeeded,
    });
  return { pairing: run('pairing', () => isPairingNeeded(records)), bots: run('bots', () => areBotsNeeded(records)) };
}
