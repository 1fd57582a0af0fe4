import { parseArgs } from 'node:util';
import { runServices } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { TOGETHER } from './cluster/parts-of.ts';
import { isPartName, loadPart, PART_NAMES } from './load-part.ts';

function servicesOf(name: string | undefined): readonly string[] {
  if (name === undefined) return [];
  return Object.hasOwn(TOGETHER, name) ? (TOGETHER[name] ?? []) : [name];
}

/**
 * Several services in one process over NATS (docs/operations/parts.md): `part.js --services accounts,inbox --name
 * background`. Without `--services`, the name is that of a kind of process or of one service. Each module is loaded only
 * where its service is named.
 */
function readCommandLine() {
  const options = { services: { type: 'string' }, name: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const wanted = values.services?.split(',') ?? servicesOf(values.name);
  const names = [...new Set(wanted.map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.filter((name) => !isPartName(name));
  if (names.length === 0) throw new Error(`--services is missing: a list of ${PART_NAMES.join(', ')}.`);
  if (unknown.length > 0)
    throw new Error(`There is no service ${unknown.join(', ')}; there are ${PART_NAMES.join(', ')}.`);
  return { name: values.name ?? 'part', services: names.filter(isPartName) };
}

function readOrExit() {
  try {
    return readCommandLine();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const { name, services } = readOrExit();
await runServices(name, async (parts) => {
  const stores = openStores(parts, `parley-${name}`);
  const loaded = await Promise.all(
    services.map((service) => loadPart(service, { ...parts, ...stores, logger: parts.logger.child({ service }) })),
  );
  return { services: loaded, isReady: stores.isReady, close: stores.close };
});
