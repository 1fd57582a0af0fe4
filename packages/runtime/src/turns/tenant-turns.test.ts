import { expect, test } from 'vitest';
import { makeTenantTurns, type Wanted } from './tenant-turns.ts';

interface Item {
  tenantId: number;
  name: string;
}

/** Turns over a list of items; each runs until the test ends it. */
function openTurns(items: Item[], { total = 4, perTenant = 2 } = {}) {
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const failures: string[] = [];
  const claim = async ({ after, busy, limit }: Wanted): Promise<Item[]> => {
    const tenants = [...new Set(items.map(({ tenantId }) => tenantId))].filter(
      (id) => id > after && !busy.includes(id),
    );
    return tenants
      .toSorted((a, b) => a - b)
      .slice(0, limit)
      .flatMap((id) =>
        items.splice(
          items.findIndex(({ tenantId }) => tenantId === id),
          1,
        ),
      );
  };
  const turns = makeTenantTurns<Item>({
    total,
    perTenant,
    claim,
    onFailure: (error, { name }) => failures.push(`${name}: ${error instanceof Error ? error.message : ''}`),
    run: ({ name }) => new Promise<void>((end, fail) => ends.set(name, { end, fail })),
  });
  return {
    turns,
    failures,
    running: () => [...ends.keys()].toSorted(),
    async end(name: string) {
      ends.get(name)?.end();
      ends.delete(name);
      await Promise.resolve();
    },
    fail(name: string) {
      ends.get(name)?.fail(new Error('refused'));
      ends.delete(name);
    },
  };
}

const itemsOf = (tenantId: number, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ tenantId, name: `${tenantId}-${index}` }));

async function runAll({ run }: { run(): Promise<boolean> }): Promise<void> {
  while (await run());
}

test('a tenant with much work uses its slots only, and the others go on', async () => {
  const { turns, running } = openTurns([...itemsOf(1, 50), ...itemsOf(2, 1), ...itemsOf(3, 1)]);
  await runAll(turns);
  expect(running()).toEqual(['1-0', '1-1', '2-0', '3-0']);
});

test('a slot is refilled as soon as its work ends, whatever else runs', async () => {
  const { turns, running, end } = openTurns(itemsOf(1, 4));
  let wakes = 0;
  turns.freed.connect(() => {
    wakes += 1;
  });
  await runAll(turns);
  expect(running()).toEqual(['1-0', '1-1']);
  await end('1-1');
  await expect.poll(() => wakes).toBe(1);
  await runAll(turns);
  expect(running()).toEqual(['1-0', '1-2']);
});

test('with more tenants than slots the claims go round', async () => {
  const items = [1, 2, 3, 4, 5].flatMap((id) => itemsOf(id, 2));
  const { turns, running, end } = openTurns(items, { total: 2 });
  await runAll(turns);
  expect(running()).toEqual(['1-0', '2-0']);
  for (const name of ['1-0', '2-0']) await end(name);
  await turns.idle();
  await runAll(turns);
  expect(running()).toEqual(['3-0', '4-0']);
});

test('failed work is reported, and its slot is free', async () => {
  const { turns, fail, running, failures } = openTurns(itemsOf(1, 3));
  await runAll(turns);
  fail('1-0');
  await expect.poll(() => failures).toEqual(['1-0: refused']);
  await runAll(turns);
  expect(running()).toEqual(['1-1', '1-2']);
});
