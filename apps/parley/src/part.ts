import { parseArgs } from 'node:util';
import { runServices } from '@parley/bus/run-alone';
import { openStores } from '@parley/database/open-stores';
import { isPartName, loadPart, PART_NAMES } from './load-part.ts';

/**
 * Several services in one process over NATS (docs/operations/parts.md): `part.js --services accounts,inbox --name
 * background`. Each module is loaded only where its service is named.
 */
function readCommandLine() {
  const options = { services: { type: 'string' }, name: { type: 'string', default: 'part' } } as const;
  const { values } = parseArgs({ options });
  const names = [...new Set((values.services ?? '').split(',').map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  const unknown = names.filter((name) => !isPartName(name));
  if (names.length === 0) throw new Error(`--services is missing: a list of ${PART_NAMES.join(', ')}.`);
  if (unknown.length > 0)
    throw new Error(`There is no service ${unknown.join(', ')}; there are ${PART_NAMES.join(', ')}.`);
  return { name: values.name, services: names.filter(isPartName) };
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
