import { expect, test } from 'vitest';
import { LateError, makeLimits } from './limits.client.ts';

const never = (): Promise<never> => new Promise(() => {});

test('the error of work at its deadline names the work', async () => {
  const late = makeLimits().within('The upload of the file', never(), Date.now());
  await expect(late).rejects.toThrow(new LateError('The upload of the file'));
});

test('a query whose answer is lost is repeated', async () => {
  let asked = 0;
  const query = () => (asked++ === 0 ? never() : Promise.resolve('found'));
  expect(await makeLimits().queryTwice('The look-up', query, Date.now() + 60_000, 1)).toBe('found');
  expect(asked).toBe(2);
});

test('a query that the network refuses, and one at the deadline, are not repeated', async () => {
  let asked = 0;
  const refusal = new Error('refused');
  const refuse = () => {
    asked++;
    return Promise.reject(refusal);
  };
  await expect(makeLimits().queryTwice('The look-up', refuse, Date.now() + 60_000, 1)).rejects.toBe(refusal);
  const hang = () => {
    asked++;
    return never();
  };
  await expect(makeLimits().queryTwice('The look-up', hang, Date.now())).rejects.toThrow('The look-up took too long.');
  expect(asked).toBe(2);
});

test('a query whose answer cannot come any more fails when the connection breaks, and so does a later one', async () => {
  const limits = makeLimits();
  const lost = limits.queryTwice('The look-up', never, Date.now() + 60_000);
  limits.broken();
  await expect(lost).rejects.toThrow('The connection broke.');
  await expect(limits.within('The look-up', never(), Date.now() + 60_000)).rejects.toThrow('The connection broke.');
});
