import type { PrismaClient } from '@parley/prisma/client';
import { expect, test } from 'vitest';
import { makeLazyPrisma } from './lazy-prisma.ts';

/** A client with one table; it counts how often it is loaded, and fails the given number of times. */
function open(failures = 0) {
  let loads = 0;
  const tenant = {
    rows: 3,
    async count() {
      return this.rows;
    },
  };
  const client = {
    tenant,
    $extends: () => ({ tenant: { count: async () => (await tenant.count()) + 1 } }),
    $disconnect: async () => 'done',
  };
  const lazy = makeLazyPrisma(async () => {
    if (++loads <= failures) throw new Error('not now');
    return client as unknown as PrismaClient; // safe: the members that the test calls
  });
  return { lazy, loads: () => loads };
}

test('the client is loaded at its first call, once, and called with its own members', async () => {
  const { lazy, loads } = open();
  const { tenant } = lazy;
  expect(loads()).toBe(0);
  expect(await Promise.all([tenant.count(), lazy.tenant.count()])).toEqual([3, 3]);
  expect(await lazy.$disconnect()).toBe('done');
  expect(loads()).toBe(1);
});

test('an extended client is loaded at its first call too', async () => {
  const { lazy, loads } = open();
  const extended = lazy.$extends({});
  expect(loads()).toBe(0);
  expect(await extended.tenant.count()).toBe(4);
});

test('a client that could not be loaded fails its calls, and is loaded again by the next one', async () => {
  const { lazy, loads } = open(1);
  await expect(lazy.tenant.count()).rejects.toThrow('not now');
  expect(await lazy.tenant.count()).toBe(3);
  expect(loads()).toBe(2);
});

test('it is not thenable, and a call of a missing member fails with its name', async () => {
  const { lazy } = open();
  expect(await Promise.resolve(lazy)).toBe(lazy);
  await expect(lazy.device.count()).rejects.toThrow('The Prisma client has no device.');
});
