import { setTimeout as pause } from 'node:timers/promises';
import { joinTenant } from '../../test/support/console/console-browser.ts';
import { withFleet } from '../devices/devices-fleet.ts';
import { costBetween, readCost, totalOf } from '../measure/cost.ts';
import { readMemory } from '../measure/memory.ts';
import { ADMIN_TOKEN } from '../system/parley.ts';
import type { BenchSystem } from '../system/system.ts';

const MB = 1024 * 1024;
/** The gateway allows a member eight streams. */
const STREAMS_EACH = 8;

/** Prints the memory of a linked device, between the first one and `count`. */
export async function measureDevices(count: number): Promise<void> {
  await withFleet(async (fleet) => {
    const worker = await fleet.startWorker();
    try {
      await fleet.growTo(1);
      const first = await worker.memory();
      await fleet.growTo(count);
      const all = await worker.memory();
      const each = (all.resident - first.resident) / MB / (count - 1);
      const storedKb = (await fleet.storedBytes()) / 1024 / count;
      console.log(
        `bench capacity: a linked device takes ${each.toFixed(2)} MB of memory and ${storedKb.toFixed(0)} kB of keys, of ${count}; its worker takes ${(first.resident / MB).toFixed(0)} MB with the first one`,
      );
    } finally {
      await worker.end('SIGTERM');
    }
  });
}

/** Opens a page's live stream; returns its end. */
async function openStream(origin: string, cookie: string): Promise<() => Promise<void>> {
  const answer = await fetch(`${origin}/console/trpc/live-events?input=%7B%7D`, { headers: { cookie } });
  const reader = answer.body?.getReader();
  if (!answer.ok || !reader) throw new Error(`The live stream answered ${answer.status}.`);
  await reader.read();
  return () => reader.cancel();
}

/** Prints the memory and the CPU of consoles that are open while nothing happens. */
export async function measureConsoles(
  { parley, postgres }: BenchSystem,
  count: number,
  seconds: number,
): Promise<void> {
  const [origin = ''] = parley.origins;
  const processes = { own: parley.pid, postgres: postgres.pid };
  const read = async () => {
    const before = await readCost(processes);
    await pause(seconds * 1000);
    return { cost: costBetween(before, await readCost(processes), seconds), memory: await readMemory(parley.pid) };
  };
  const cookies: string[] = [];
  while (cookies.length * STREAMS_EACH < count) {
    const { browser } = await joinTenant({ origin, adminToken: ADMIN_TOKEN }, parley.slug, 'agent');
    cookies.push(browser.cookie);
  }
  const without = await read();
  const ends: (() => Promise<void>)[] = [];
  for (let at = 0; at < count; at++) ends.push(await openStream(origin, cookies[at % cookies.length] ?? ''));
  const open = await read();
  for (const end of ends) await end();
  const kb = ((open.memory.pssMb - without.memory.pssMb) * 1024) / count;
  const cpuMs = (totalOf(open.cost) - totalOf(without.cost)) / count;
  console.log(
    `bench capacity: an open console takes ${kb.toFixed(0)} kB of memory and ${cpuMs.toFixed(2)} ms of CPU a second while nothing happens, of ${count}`,
  );
}
