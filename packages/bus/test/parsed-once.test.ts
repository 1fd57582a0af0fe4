import { Controller, Module } from '@nestjs/common';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { Handles } from '@parley/bus/handles';
import { startService } from '@parley/bus/process/start-service';
import { defineInternal } from '@parley/common/define-contract';
import { BusText } from '@parley/common/fields';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { context } from './test-service.ts';

const parses = { input: 0, output: 0 };
const counted = (what: keyof typeof parses) => BusText.refine(() => ++parses[what] > 0);
const say = defineInternal({
  service: 'accounts',
  name: 'say',
  input: z.object({ text: counted('input') }),
  output: z.object({ text: counted('output') }),
  errors: [],
});

@Controller()
class SayController {
  @Handles(say)
  async say({ text }: { text: string }) {
    return { text };
  }
}
@Module({ controllers: [SayController] })
class SayModule {}

const carrier = makeInProcessCarrier();
const inProcess = makeBusClient(carrier, { logger: silentLogger });
const { requestLocal: _, ...textOnly } = carrier;
const overText = makeBusClient(textOnly satisfies Carrier, { logger: silentLogger });
let close = async (): Promise<void> => {};

beforeAll(async () => {
  const service = await startService({
    module: { module: SayModule },
    name: 'accounts',
    carrier,
    logger: silentLogger,
  });
  close = () => service.close();
});
afterAll(() => close());
beforeEach(() => {
  parses.input = 0;
  parses.output = 0;
});

test('in one process an input that the edge has parsed is not parsed again, and the output is parsed once', async () => {
  await inProcess.callParsed(say, { text: 'a' }, context);
  expect(parses).toEqual({ input: 0, output: 1 });
});

test('in one process an unparsed input is parsed by its service', async () => {
  await inProcess.call(say, { text: 'a' }, context);
  expect(parses).toEqual({ input: 1, output: 1 });
  // safe: what a bug would send
  const wrong = { text: 7 } as unknown as { text: string };
  await expect(inProcess.call(say, wrong, context)).rejects.toMatchObject({ code: 'invalid_text' });
});

test('from another process input is always parsed, and the caller’s side parses the output', async () => {
  await overText.callParsed(say, { text: 'a' }, context);
  expect(parses).toEqual({ input: 1, output: 2 });
  await expect(carrier.request('rpc.accounts.say', '{"input":{"text":7},"isParsed":true}', 1000)).resolves.toContain(
    'invalid_',
  );
});
