import { openBotsRecords } from '@parley/bots/records';
import { makeBotsRecordsModule } from '@parley/bots/records.module';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { startService } from '@parley/bus/process/start-service';
import { openPairingRecords } from '@parley/pairing/records';
import { makePairingRecordsModule } from '@parley/pairing/records.module';
import { loadPart, PART_NAMES, type PartName, preloadParts, type ServiceParts } from '../load-part.ts';
import { CHILD_NAMES, type ChildName } from './start-children.ts';

/** The verbs of the child processes' services that stay in this process (start-children.ts). */
const RECORDS: Readonly<Record<ChildName, (parts: ServiceParts) => Parameters<typeof startService>[0]['module']>> = {
  bots: (parts) => makeBotsRecordsModule(openBotsRecords(parts)),
  pairing: (parts) => makePairingRecordsModule(openPairingRecords(parts)),
};

const isChild = (name: PartName): name is ChildName => CHILD_NAMES.some((child) => child === name);

/** Loads the code of the services that start in this process. */
export const preloadServices = (): Promise<unknown> => preloadParts(PART_NAMES.filter((name) => !isChild(name)));

/**
 * Starts every service in this process; for pairing and bots only the verbs that need nothing but the database
 * (records.module.ts). Returns a function that drains and stops them.
 */
export async function startServices(parts: ServiceParts, carrier: Carrier): Promise<() => Promise<void>> {
  const running = await Promise.all(
    PART_NAMES.map(async (name) => {
      const logger = parts.logger.child({ service: name });
      const own = { ...parts, logger };
      const module = isChild(name) ? RECORDS[name](own) : (await loadPart(name, own)).module;
      return startService({ module, name, carrier, logger });
    }),
  );
  return async () => {
    await Promise.all(running.map((service) => service.close()));
  };
}
