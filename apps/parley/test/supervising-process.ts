import { fileURLToPath } from 'node:url';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { silentLogger } from '@parley/testing/silent-logger';
import { superviseProcess } from '../src/one-machine/supervise-process.ts';
import { whoAreYou } from './part-contracts.ts';

// A process with a child: prints the child's process id, and is killed.
const carrier = makeInProcessCarrier();
superviseProcess({
  name: 'pairing',
  program: fileURLToPath(new URL('part-process.ts', import.meta.url)),
  environment: process.env,
  carrier,
  logger: silentLogger,
  async onReady() {
    const bus = makeBusClient(carrier, { logger: silentLogger });
    const { pid } = await bus.call(whoAreYou, {}, { requestId: 'req_test' });
    console.log(`child ${pid}`);
  },
}).start();
