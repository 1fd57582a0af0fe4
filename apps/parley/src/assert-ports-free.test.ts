import { createServer } from 'node:net';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { expect, test } from 'vitest';
import { assertPortsFree } from './assert-ports-free.ts';

const PORTS = ['PARLEY_PORT', 'PARLEY_SECOND_GATEWAY_PORT', 'PARLEY_SANDBOX_PORT', 'PARLEY_METRICS_PORT'] as const;

async function chosenPorts() {
  const [one = 0, two = 0, three = 0, four = 0] = await reservePorts(4);
  return {
    PARLEY_HOST: '127.0.0.1',
    PARLEY_SANDBOX_HOST: '127.0.0.1',
    PARLEY_PORT: one,
    PARLEY_SECOND_GATEWAY_PORT: two,
    PARLEY_SANDBOX_PORT: three,
    PARLEY_METRICS_PORT: four,
  };
}

test.each(PORTS)('a taken %s is refused before anything starts, in a sentence that names it', async (variable) => {
  const chosen = await chosenPorts();
  await expect(assertPortsFree(chosen, { sandbox: true })).resolves.toBeUndefined();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(chosen[variable], '127.0.0.1', resolve));
  const refusal = assertPortsFree(chosen, { sandbox: true });
  await expect(refusal).rejects.toThrow(
    `Port ${chosen[variable]} is taken by another program: end that program, or set ${variable} to a free port.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test('the port of a sandbox that does not start may be taken', async () => {
  const chosen = await chosenPorts();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(chosen.PARLEY_SANDBOX_PORT, '127.0.0.1', resolve));
  await expect(assertPortsFree(chosen, { sandbox: false })).resolves.toBeUndefined();
  await new Promise((resolve) => other.close(resolve));
});

test('an address of another machine is refused with PARLEY_HOST', async () => {
  const chosen = { ...(await chosenPorts()), PARLEY_HOST: '203.0.113.1' };
  await expect(assertPortsFree(chosen, { sandbox: false })).rejects.toThrow('set PARLEY_HOST to one that is');
});
