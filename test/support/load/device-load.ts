import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { type LinkedDevice, personWritesTo } from '../channels/linked-devices.ts';
import { readAllPages } from '../channels/read-all-pages.ts';
import { uniqueDigits } from '../tenants/client.ts';
import type { FaultCluster, FaultTenant } from './fault-cluster.ts';
import { makeTraffic } from './make-traffic.ts';

/** Continuous traffic of linked devices in both directions, and the outcome of each message. */
export interface DeviceLoad {
  written(): number;
  sent(): number;
  untilMore(count: number): Promise<void>;
  stop(): Promise<void>;
  /** Messages of people, and messages of sends by outcome. */
  texts: { written: string[]; accepted: string[]; refused: string[]; unknown: string[] };
  /** The network's id of each text that people wrote. */
  ids: ReadonlyMap<string, string>;
}

const WRITERS = 2;
const SENDERS = 6;
const PEOPLE = 30;
/** New people write all the time: a session that begins takes a prekey of the device, and devices upload more. */
const NEW_PERSON_EVERY = 4;
const PACE_MS = 80;
/**
 * Messages wait at the network while their device is disconnected: people stop writing at this many unreported ones.
 */
const MAX_UNREPORTED = 600;
const LOOK_EVERY = 20;
/** Number of messages in a failure message. */
const SHOWN = 5;
const SHOWN_OUTPUT = 2000;
/** Timeout without any progress. */
const WITHIN_MS = 90_000;
const FINAL: Readonly<Record<number, 'accepted' | 'refused' | 'unknown'>> = {
  200: 'accepted',
  502: 'refused',
  504: 'unknown',
};

/** The event ids of each text. */
function eventsByText(receiver: FaultCluster['receiver'], path: string): Map<string, Set<string>> {
  const events = new Map<string, Set<string>>();
  for (const { event, eventId, data } of receiver.at(path)) {
    const text = String(data.text);
    if (event === 'message.received') events.set(text, (events.get(text) ?? new Set()).add(eventId));
  }
  return events;
}

const unreportedOf = (written: readonly string[], reported: ReadonlyMap<string, unknown>): string[] =>
  written.filter((text) => !reported.has(text));

/** Starts traffic: people write to the devices, and the tenant sends from them, until it is stopped. */
export async function startDeviceLoad(
  { system, receiver }: FaultCluster,
  tenant: FaultTenant,
  devices: readonly LinkedDevice[],
  { paceMs = PACE_MS } = {},
): Promise<DeviceLoad> {
  const run = uniqueDigits('run');
  const people: string[] = [];
  const addPerson = async (): Promise<void> => {
    const number = uniqueDigits('1888');
    await system.sandbox.devices.putPhone({ number });
    people.push(number);
  };
  while (people.length < PEOPLE) await addPerson();
  const texts: DeviceLoad['texts'] = { written: [], accepted: [], refused: [], unknown: [] };
  const ids = new Map<string, string>();
  const sentCount = (): number => texts.accepted.length + texts.refused.length + texts.unknown.length;
  const at = <T>(list: readonly T[], n: number): T => {
    const found = list[n % list.length];
    if (found === undefined) throw new Error('There are no devices.');
    return found;
  };
  let turn = 0;
  let last: unknown = null;
  const open = new Set<string>();
  const traffic = makeTraffic(() => `sends ${[...open].join(', ')}`);

  async function untilFewUnreported(): Promise<void> {
    const [path = ''] = tenant.paths;
    while (!traffic.isStopping() && unreportedOf(texts.written, eventsByText(receiver, path)).length > MAX_UNREPORTED)
      await pause(1000);
  }

  async function write(): Promise<void> {
    while (!traffic.isStopping()) {
      if (texts.written.length % LOOK_EVERY === 0) await untilFewUnreported();
      if (texts.written.length % NEW_PERSON_EVERY === 0) await addPerson();
      const text = `${run}-in-${++turn}`;
      ids.set(
        text,
        await personWritesTo(system, at(people, turn * 7), at(devices, turn).number, { type: 'text', text }),
      );
      texts.written.push(text);
      await pause(paceMs);
    }
  }

  async function send(): Promise<void> {
    while (!traffic.isStopping()) {
      const text = `${run}-out-${++turn}`;
      const body = { channel: 'wd', from: at(devices, turn).id, to: `+${at(people, turn * 7)}`, message: text };
      open.add(text);
      // The same key until the outcome is final, however long the network is down.
      const outcome = await traffic.retry(async () => {
        const answer = await tenant.post('send', body, { 'idempotency-key': text }).catch(() => null);
        last = answer?.body ?? last;
        const known = answer ? FINAL[answer.status] : undefined;
        const isFinal = known === 'accepted' || answer?.headers['idempotency-replayed'] === 'true';
        return known !== undefined && isFinal ? known : null;
      }, 200);
      if (outcome === null) return;
      open.delete(text);
      texts[outcome].push(text);
      await pause(paceMs);
    }
  }

  traffic.start([...Array.from({ length: WRITERS }, write), ...Array.from({ length: SENDERS }, send)]);
  return {
    texts,
    ids,
    written: () => texts.written.length,
    sent: sentCount,
    async untilMore(count) {
      const goal = { written: texts.written.length + count, accepted: texts.accepted.length + count };
      await pollUntil(() => (texts.written.length >= goal.written && texts.accepted.length >= goal.accepted) || null, {
        deadlineMs: WITHIN_MS,
        progress: () => texts.written.length + sentCount(),
        what: () =>
          `${count} more messages each way; ${texts.written.length} written, ${texts.accepted.length} accepted, ${texts.refused.length} refused, ${texts.unknown.length} unknown, last ${JSON.stringify(last)}`,
      });
    },
    stop: traffic.stop,
  };
}

/** Waits until every device has one socket; returns the milliseconds since `fromMs`. */
export async function untilAllBack(
  { system }: FaultCluster,
  devices: readonly LinkedDevice[],
  fromMs: number,
  withinMs: number,
): Promise<number> {
  const mine = new Set(devices.map(({ deviceId }) => deviceId));
  let away = 0;
  await pollUntil(
    async () => {
      const known = (await system.sandbox.devices.devices()).devices;
      away = known.filter(({ id, connected }) => mine.has(id) && connected !== 1).length;
      return away === 0 ? true : null;
    },
    { deadlineMs: withinMs, everyMs: 100, progress: () => away, what: () => `the last ${away} devices to be back` },
  );
  return Date.now() - fromMs;
}

/** Locates unreported messages for a failure message. */
async function whereAre({ system, rows }: FaultCluster, texts: string[], ids: DeviceLoad['ids']): Promise<string> {
  const wanted = new Set(texts.map((text) => ids.get(text)));
  const carried = await readAllPages((page) => system.sandbox.devices.carried(page));
  const atNetwork = carried.filter(({ id }) => wanted.has(id)).slice(0, SHOWN);
  const [found] = await rows<Record<string, unknown>>(
    `SELECT (SELECT json_agg(m) FROM (SELECT id, text, happened_at, created_at FROM messages WHERE text = ANY ($1) LIMIT ${SHOWN}) m) AS messages,
            (SELECT json_agg(e) FROM (SELECT e.seq, e.type, (SELECT json_agg(l) FROM delivery_log l WHERE l.event_seq = e.seq) AS ended,
                                             (SELECT json_agg(d) FROM deliveries d WHERE d.event_seq = e.seq) AS due
                                        FROM events e JOIN unnest($1::text[]) t ON e.data LIKE '%"' || t || '"%' LIMIT ${SHOWN}) e) AS events,
            (SELECT json_agg(q) FROM (SELECT source, kind, reason, attempts FROM quarantined_elements LIMIT ${SHOWN}) q) AS quarantined,
            (SELECT json_agg(k) FROM (SELECT device_id, type, count(*) FROM device_keys WHERE type IN ('inbox', 'receipt') GROUP BY 1, 2) k) AS unforwarded,
            (SELECT json_agg(d) FROM (SELECT id, phone, status, reason, attempts, worker_id, lease_until > now() AS held FROM devices) d) AS devices`,
    [texts],
  );
  return `${JSON.stringify({ atNetwork, ...found })}; it said last:\n${system.output().slice(-SHOWN_OUTPUT)}`;
}

/**
 * Stops the load. Asserts that each written text is reported once, each accepted one is at the network once, and there
 * are no others. Prints figures.
 */
export async function expectAllCarried(
  cluster: FaultCluster,
  tenant: FaultTenant,
  devices: readonly LinkedDevice[],
  load: DeviceLoad,
  fault: string,
): Promise<void> {
  const { system, receiver, form, rows } = cluster;
  await load.stop();
  const stoppedAt = Date.now();
  const [path = ''] = tenant.paths;
  const { written, accepted, refused, unknown } = load.texts;
  let unreported: string[] = [];
  const look = (): true | null => {
    unreported = unreportedOf(written, eventsByText(receiver, path));
    return unreported.length === 0 || null;
  };
  await pollUntil(look, {
    deadlineMs: WITHIN_MS,
    everyMs: 250,
    progress: () => unreported.length,
    what: () => `${unreported.length} of ${written.length} messages to be reported`,
  }).catch(async (cause: unknown) => {
    const where = await whereAre(cluster, unreported, load.ids);
    throw new Error(`${unreported.length} of ${written.length} messages are not reported: ${where}`, { cause });
  });
  const drainMs = Date.now() - stoppedAt;
  const messages = await readAllPages((page) => system.sandbox.devices.taken(page));
  const taken = new Map<string | null, number>();
  for (const { text } of messages) taken.set(text, (taken.get(text) ?? 0) + 1);
  const went = (texts: string[]): number => texts.filter((text) => taken.has(text)).length;
  const again = (await readAllPages((page) => system.sandbox.devices.carried(page))).filter(
    (one) => one.deliveries > 1,
  );
  const mine = new Set(devices.map(({ deviceId }) => deviceId));
  const seen = (await system.sandbox.devices.devices()).devices.filter(({ id }) => mine.has(id));
  console.log(
    `${form} · ${fault}: ${devices.length} devices; in: ${written.length} written, ${written.length} reported (${again.length} asked for again), drained in ${drainMs} ms; ` +
      `out: ${accepted.length} accepted, ${went(accepted)} at the network, ${refused.length} refused (${went(refused)} there), ` +
      `${unknown.length} of unknown outcome (${went(unknown)} there); sockets of a device at once: at most ${Math.max(...seen.map(({ max_concurrent: most }) => most))}`,
  );
  const events = eventsByText(receiver, path);
  expect(written.filter((text) => events.get(text)?.size !== 1)).toEqual([]);
  expect(accepted.filter((text) => taken.get(text) !== 1)).toEqual([]);
  expect(refused.filter((text) => taken.has(text))).toEqual([]);
  expect([...accepted, ...unknown].filter((text) => (taken.get(text) ?? 0) > 1)).toEqual([]);
  expect(written.length).toBeGreaterThan(0);
  expect(accepted.length).toBeGreaterThan(0);
  for (const device of seen) expect(device).toMatchObject({ max_concurrent: 1, replaced: 0, connected: 1 });
  const stored = await rows<{ type: string; count: number }>(
    `SELECT type, count(*)::int AS count FROM events WHERE type LIKE 'channel.%' AND channel = 'wd' AND tenant_id = (SELECT id FROM tenants WHERE slug = $1)
      GROUP BY type`,
    [tenant.slug],
  );
  expect(stored).toEqual([{ type: 'channel.connected', count: devices.length }]);
  expect(receiver.wrong).toEqual([]);
}
