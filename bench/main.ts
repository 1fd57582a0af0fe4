import { benchDevices } from './devices.ts';
import { benchInbound } from './inbound.ts';
import { benchSend } from './send.ts';
import { benchWebhook } from './webhook.ts';

const BENCHES: Record<string, () => Promise<void>> = {
  send: benchSend,
  inbound: benchInbound,
  webhook: benchWebhook,
  devices: benchDevices,
};

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) await BENCHES[name]?.();
