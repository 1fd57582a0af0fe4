import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { pollUntil } from '@parley/testing/poll-until';
import { saturate, show } from '../measure/measure.ts';
import { type BenchDevice, type BenchWorker, type Fleet, withFleet } from './devices-fleet.ts';

const SIZES = [20, 100, 300];
const GOAL_MB = 1.5;
const GOAL_BACK_SECONDS = 30;
const SECONDS = 6;
const MANY = 100;
const PEOPLE = 40;
const MB = 1024 * 1024;
const WITHIN_MS = 120_000;

const seconds = (fromMs: number): string => ((performance.now() - fromMs) / 1000).toFixed(1);

async function measureMemory(fleet: Fleet, worker: BenchWorker): Promise<void> {
  const bare = await worker.memory();
  console.log(`a worker without devices           ${(bare.resident / MB).toFixed(0)} MB resident`);
  await fleet.growTo(1);
  const first = await worker.memory();
  console.log(`with its first, the library loaded  ${(first.resident / MB).toFixed(0)} MB resident`);
  for (const size of SIZES) {
    const startedMs = performance.now();
    await fleet.growTo(size);
    const linkedIn = seconds(startedMs);
    const { resident, heap } = await worker.memory();
    const stored = (await fleet.storedBytes()) / 1024 / size;
    const each = (from: typeof bare, count: number): string => ((resident - from.resident) / MB / count).toFixed(2);
    const goal = size === 300 ? ` (goal: at most ${GOAL_MB})` : '';
    console.log(
      `${String(size).padStart(3)} idle linked devices            ${each(bare, size)} MB each above the bare process${goal}; ` +
        `${each(first, size - 1)} MB each above the first; ${(resident / MB).toFixed(0)} MB resident, ${(heap / MB).toFixed(2)} MB heap; ` +
        `${stored.toFixed(0)} KB each in PostgreSQL; linked in ${linkedIn} s`,
    );
  }
}

async function measureRestart(fleet: Fleet, worker: BenchWorker): Promise<BenchWorker> {
  let running = worker;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await running.end(signal);
    const startedMs = performance.now();
    running = await fleet.startWorker();
    await fleet.untilAllConnected();
    console.log(
      `${fleet.devices().length} devices back after ${signal}      ${seconds(startedMs)} s from the start of the next worker (goal: at most ${GOAL_BACK_SECONDS})`,
    );
  }
  return running;
}

/** A device and a person who exchanges messages with it. */
interface Pair {
  device: BenchDevice;
  person: string;
}

const writeTo = async (fleet: Fleet, { device, person }: Pair, text: string): Promise<boolean> => {
  await fleet.network.writes(person, { to: device.number, type: 'text', text });
  return true;
};

let lastMessageId = Date.now() * 1000;
async function sendTo(fleet: Fleet, { device, person }: Pair, text: string): Promise<boolean> {
  const input = {
    tenantId: fleet.tenantId,
    externalId: device.externalId,
    messageId: String(++lastMessageId),
    to: `+${person}`,
    text,
    media: null,
  };
  const context = { requestId: 'req_bench', deadlineAt: Date.now() + 20_000 };
  return (await fleet.bus.call(sendDeviceMessage, input, context)).outcome === 'accepted';
}

/** Each pair writes once both ways, because the first messages create the sessions. */
async function warmUp(fleet: Fleet, pairs: readonly Pair[]): Promise<void> {
  const before = fleet.heard();
  for (const pair of pairs) {
    await writeTo(fleet, pair, 'first');
    await sendTo(fleet, pair, 'first');
  }
  await untilHeard(fleet, before + pairs.length);
}

const untilHeard = (fleet: Fleet, count: number): Promise<true> =>
  pollUntil(() => fleet.heard() >= count || null, {
    deadlineMs: WITHIN_MS,
    everyMs: 20,
    what: () => 'the messages to be handed on',
  });

async function measureMessages(fleet: Fleet, name: string, pairs: readonly Pair[], concurrency: number): Promise<void> {
  await warmUp(fleet, pairs);
  let turn = 0;
  const next = (): Pair => pairs[turn++ % pairs.length] as Pair; // safe: there are pairs
  const before = fleet.heard();
  const startedMs = performance.now();
  const written = await saturate(concurrency, SECONDS, () => writeTo(fleet, next(), `in ${turn}`));
  await untilHeard(fleet, before + written.count);
  const rate = (written.count * 1000) / (performance.now() - startedMs);
  console.log(
    `in, ${name.padEnd(30)} ${rate.toFixed(0).padStart(6)}/s   handed on; ${written.count} messages, written at ${written.perSecond.toFixed(0)}/s`,
  );
  console.log(show(`out, ${name}`, await saturate(concurrency, SECONDS, () => sendTo(fleet, next(), `out ${turn}`))));
}

/**
 * Linked devices in one worker of services/pairing: memory per device, the time until all reconnect after a restart,
 * and messages in and out, from the emulated network to the call that stores them and from the call that sends them to
 * the network's acknowledgement. Database, bus, network and worker are separate processes on this machine.
 */
export async function benchDevices(): Promise<void> {
  await withFleet(async (fleet) => {
    const worker = await fleet.startWorker();
    let running = worker;
    try {
      await measureMemory(fleet, worker);
      running = await measureRestart(fleet, worker);
      const people = Array.from({ length: PEOPLE }, (_, index) => String(16_660_000_000 + index));
      for (const number of people) await fleet.network.putPhone({ number });
      const devices = fleet.devices();
      const one = people.flatMap((person) => devices.slice(0, 1).map((device) => ({ device, person })));
      const many = devices.slice(0, MANY).map((device, index) => ({ device, person: people[index % PEOPLE] ?? '' }));
      await measureMessages(fleet, `one device, ${PEOPLE} people`, one, 8);
      await measureMessages(fleet, `${MANY} devices`, many, 32);
    } finally {
      await running.end('SIGTERM');
    }
  });
}
