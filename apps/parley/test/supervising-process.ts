import { fileURLToPath } from 'node:url';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { silentLogger } from '@parley/testing/silent-logger';
import { superviseProcess } from '../src/one-machine/supervise-process.ts';
import { whoAreYou } from './part-contracts.ts';

// A process with a part in a child: prints the child's process id, and is killed.
const carrier = makeInProcessCarrier();
const part = superviseProcess({
  name: 'pairing',
  program: fileURLToPath(new URL('part-process.ts', import.meta.url)),
  environment: process.env,
  carrier,
  logger: silentLogger,
});
await part.ready(60_000);
const { pid } = await makeBusClient(carrier, { logger: silentLogger }).call(whoAreYou, {}, { requestId: 'req_test' });
console.log(`child ${pid}`);
