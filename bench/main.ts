import { benchBots } from './bots/bots.ts';
import { benchCapacity } from './capacity/capacity.ts';
import { benchConsole } from './console/console.ts';
import { benchLists } from './console/lists.ts';
import { benchSearch } from './console/search.ts';
import { benchDevices } from './devices/devices.ts';
import { benchFiles } from './files.ts';
import { benchIdle } from './idle.ts';
import { benchInbound } from './inbound/inbound.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { benchRest } from './rest.ts';
import { benchRows } from './rows.ts';
import { benchSend } from './send/send.ts';
import { benchTraces } from './traces.ts';
import { benchWebhook } from './webhook/webhook.ts';

const BENCHES: Record<string, (options: BenchOptions) => Promise<void>> = {
  send: benchSend,
  inbound: benchInbound,
  webhook: benchWebhook,
  files: benchFiles,
  idle: benchIdle,
  rest: benchRest,
  devices: benchDevices,
  bots: benchBots,
  search: benchSearch,
  console: benchConsole,
  lists: benchLists,
  rows: benchRows,
  traces: benchTraces,
  capacity: benchCapacity,
};

function readCommandLine(): BenchOptions {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    const unknown = options.names.find((name) => !Object.hasOwn(BENCHES, name));
    if (unknown === undefined) return options;
    console.error(`There is no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exit(2);
}

const options = readCommandLine();
const names = options.names.length > 0 ? options.names : Object.keys(BENCHES);
for (const name of names) await BENCHES[name]?.(options);
