import { defineInternal } from '@parley/common/define-contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { doorsOf, verb } from './verb.ts';

const double = defineInternal({
  service: 'accounts',
  name: 'double',
  input: z.object({ n: z.number() }),
  output: z.object({ n: z.number() }),
  errors: [],
});

interface Service {
  factor: number;
}

test('a verb takes its types from its contract', async () => {
  const fits = verb(double, async (service: Service, { n }) => ({ n: service.factor * n }));
  // @ts-expect-error: the input is an object with a number
  verb(double, async (_service: Service, { n }: { n: string }) => ({ n: n.length }));
  // @ts-expect-error: the output's n is a number
  verb(double, async (_service: Service, { n }) => ({ n: String(n) }));
  // @ts-expect-error: an answer is a promise
  verb(double, (_service: Service, { n }) => ({ n }));
  expect(await fits({ factor: 2 }, { n: 3 })).toEqual({ n: 6 });
  expect(fits.contract).toBe(double);
});

test('two verbs of one contract are refused', () => {
  const one = verb(double, async (_service: Service, input) => input);
  const other = verb(double, async (_service: Service, input) => input);
  expect(() => doorsOf(Symbol('service'), [one, other])).toThrow('Two verbs answer rpc.accounts.double.');
});

test('verbs of another service are refused', () => {
  const foreign = verb(double, async (_service: { name: string }, input) => input);
  // @ts-expect-error: it takes another service
  doorsOf<Service>(Symbol('service'), [foreign]);
});
