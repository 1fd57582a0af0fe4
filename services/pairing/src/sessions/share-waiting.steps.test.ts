import { expect, test } from 'vitest';
import { makeShareWaiting } from './share-waiting.steps.ts';

const ofSession = (id: number) => [
  { key: `session:${id}`, max: 2 },
  { key: 'tenant:1', max: 3 },
];

test('refuses a request over the limit at once, without affecting other keys; a finished request frees its place', async () => {
  const share = makeShareWaiting();
  const done: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => void done.push(resolve));
  const first = [share(ofSession(1), wait), share(ofSession(1), wait)];
  await expect(share(ofSession(1), wait)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('one session'),
    extras: { retry_after: 2 },
  });
  first.push(share(ofSession(2), wait));
  await expect(share(ofSession(3), wait)).rejects.toMatchObject({ message: expect.stringContaining('one account') });
  await expect(share([{ key: 'tenant:2', max: 3 }], async () => 'other')).resolves.toBe('other');
  for (const resolve of done) resolve();
  await Promise.all(first);
  await expect(share(ofSession(1), async () => 'room')).resolves.toBe('room');
});

test('failed work frees its place as well', async () => {
  const share = makeShareWaiting();
  const one = [{ key: 'tenant:1', max: 1 }];
  await expect(share(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(share(one, async () => 'room')).resolves.toBe('room');
});
