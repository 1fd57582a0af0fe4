import { openBotsRecords } from '@parley/bots/records';
import { makeBotsRecordsModule } from '@parley/bots/records.module';
import type { Carrier } from '@parley/bus/carrier';
import { startService } from '@parley/bus/start-service';
import { openPairingRecords } from '@parley/pairing/records';
import { makePairingRecordsModule } from '@parley/pairing/records.module';
import { loadPart, PART_NAMES, type PartName, type ServiceParts } from '../load-part.ts';
import { CHILD_NAMES, type ChildName } from './start-children.ts';

/** The parts that stay in this process of the services that run in child processes on demand (start-children.ts). */
const RECORDS: Readonly<Record<ChildName, (parts: ServiceParts) => Parameters<typeof startService>[0]['module']>> = {
  bots: (parts) => makeBotsRecordsModule(openBotsRecords(parts)),
  pairing: (parts) => makePairingRecordsModule(openPairingRecords(parts)),
};

const isChild = (name: PartName): name is ChildName => CHILD_NAMES.some((child) => child === name);

/**
 * Starts every service in this process; of pairing and bots only the parts that need nothing but the database
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
