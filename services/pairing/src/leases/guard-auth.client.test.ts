import { DatabaseUnavailable } from '@parley/database/sql';
import { expect, test } from 'vitest';
import type { DeviceAuth } from '../devices/device-network.rules.ts';
import { LeaseLost } from './device-lease.rules.ts';
import { guardAuth } from './guard-auth.client.ts';

const DEVICE = 7;
const CHANGE = [{ type: 'session', id: 'ann', value: '{}' }];
const sqlError = (code: string): Error => Object.assign(new Error('refused'), { code });

/** A store that first fails with these errors, and the values it has written. */
function openStore(failures: readonly Error[], isHeld = (): boolean => true) {
  const left = [...failures];
  const written: unknown[] = [];
  let losses = 0;
  const fail = (): void => {
    const error = left.shift();
    if (error) throw error;
  };
  const auth: DeviceAuth = {
    async get() {
      fail();
      return new Map([['ann', '{}']]);
    },
    async list() {
      fail();
      return new Map();
    },
    async set(changes) {
      fail();
      written.push(...changes);
    },
  };
  const guarded = guardAuth(auth, { deviceId: DEVICE, isHeld, onLost: () => losses++ });
  return { guarded, written, losses: () => losses };
}

test.each([
  ['the database is away', new DatabaseUnavailable(new Error('away'))],
  ['a statement took too long', sqlError('57014')],
  ['a lock took too long', sqlError('55P03')],
  ['a deadlock', sqlError('40P01')],
  ['no memory', sqlError('53200')],
])('%s: a write and a read wait', async (_, error) => {
  const { guarded, written } = openStore([error, error, error]);
  await guarded.set(CHANGE);
  expect(written).toEqual(CHANGE);
  const reading = openStore([error]);
  expect(await reading.guarded.get('session', ['ann'])).toEqual(new Map([['ann', '{}']]));
});

test('a value that cannot be stored is an error, and later writes continue', async () => {
  const { guarded, written } = openStore([sqlError('22001')]);
  await expect(guarded.set([{ type: 'session', id: 'bob', value: 'too long' }])).rejects.toMatchObject({
    code: '22001',
  });
  await guarded.set(CHANGE);
  expect(written).toEqual(CHANGE);
});

test('nothing waits longer than the lease', async () => {
  let isHeld = true;
  const { guarded, losses } = openStore([sqlError('57014')], () => isHeld);
  const writing = guarded.set(CHANGE);
  isHeld = false;
  await expect(writing).rejects.toThrow(LeaseLost);
  expect(losses()).toBe(1);
});
