import { MB } from '@parley/common/files/upload-rules';
import { pollUntil } from '@parley/testing/poll-until';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Copies, openCopies } from '../../test/open-copies.ts';
import { makeFilesMetrics } from '../metrics.ts';
import { findNewFiles } from './find-new-files.steps.ts';
import { makeKeepFiles } from './keep-files.ts';

const OTHER_NUMBER = '106540352242999';

let copies: Copies;
beforeEach(async () => {
  copies = await openCopies('an S3-compatible store');
});
afterEach(() => copies.close());

/** A store that takes no piece until it is opened. */
function withSlowStore(service: ReturnType<Copies['open']>) {
  const waiting: number[] = [];
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const putPiece: typeof service.uploads.putPiece = async (...piece) => {
    waiting.push(piece[0].tenantId);
    await opened;
    await service.uploads.putPiece(...piece);
  };
  return { service: { ...service, uploads: { ...service.uploads, putPiece } }, waiting, open };
}

test('a slow store delays neither messages nor requests: copies have their own few slots and hold no connection', async () => {
  const { inbound } = copies;
  const other = await inbound.addTenant('other');
  await inbound.addAccount({ tenantId: other, channel: 'wa', externalId: OTHER_NUMBER, name: 'Other' });
  for (let nth = 0; nth < 20; nth++) await copies.receive(10);
  const { id, bytes } = await copies.receive(10);
  // Nothing is written for a copy before the duty runs.
  expect(await copies.rows()).toEqual([]);
  const { service, waiting, open } = withSlowStore(copies.open());
  await findNewFiles(service);
  const keep = makeKeepFiles(service);
  while (await keep.run());
  await pollUntil(() => waiting.length === 2 || null, { what: () => `${waiting.length} pieces` });
  for (let nth = 0; nth < 3; nth++) await copies.receive(10, { number: OTHER_NUMBER });
  await findNewFiles(service);
  while (await keep.run());
  await pollUntil(() => waiting.length === 4 || null, { what: () => `${waiting.length} pieces` });
  while (await keep.run());
  // The tenant with a backlog has two slots, and the other one is served at once.
  expect(waiting.sort()).toEqual([inbound.tenantId, inbound.tenantId, other, other].sort());

  const busy = `SELECT state, query FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
                    AND (query LIKE '%kept_files%' OR state LIKE 'idle in transaction%')`;
  expect(await inbound.rows(busy)).toEqual([]);
  const before = (await inbound.events('message.received')).length;
  for (let nth = 0; nth < 30; nth++) await copies.receive(10);
  expect((await inbound.events('message.received')).length - before).toBe(30);
  expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  expect(waiting).toHaveLength(4);

  open();
  await keep.close();
  await copies.keepAll(copies.open());
  const states = await inbound.rows(`SELECT state, count(*)::int4 AS count FROM kept_files GROUP BY state`);
  expect(states).toEqual([{ state: 'kept', count: 54 }]);
});

test('a store that refuses says nothing about the file: the attempt does not count, and copies pause', async () => {
  await copies.receive(10);
  await copies.receive(10);
  copies.store.failNext?.(503, 503);
  const registry = new Registry();
  const opened = copies.open();
  const service = { ...opened, metrics: makeFilesMetrics(registry, opened.database) };
  await findNewFiles(service);
  const keep = makeKeepFiles(service);
  const isFree = new Promise<void>((resolve) => keep.freed.connect(resolve));
  await keep.run();
  await isFree;
  await keep.run();
  expect(copies.platform.asked).toHaveLength(1);
  expect(await copies.rows()).toMatchObject([
    { state: 'waiting', attempts: 0 },
    { state: 'waiting', attempts: 0 },
  ]);
  const metrics = await registry.metrics();
  expect(metrics).toContain('parley_file_copies_total{outcome="store_failed"} 1');
  expect(metrics).toContain('parley_file_copies_waiting 2');
  await copies.keepAll({ ...service, now: () => new Date(Date.now() + 61_000) });
  expect(await copies.rows()).toMatchObject([
    { state: 'kept', attempts: 1 },
    { state: 'kept', attempts: 1 },
  ]);
});

test('no copies are made while the disk is nearly full', async () => {
  await copies.receive(10);
  const service = copies.open();
  const full = { ...service, uploads: { ...service.uploads, freeBytes: async () => 2047 * MB } };
  await findNewFiles(full);
  expect(await makeKeepFiles(full).run()).toBe(false);
  expect(copies.platform.asked).toEqual([]);
  await copies.keepAll(service);
  expect(await copies.rows()).toMatchObject([{ state: 'kept' }]);
});

test('a full disk is logged once until there is space again', async () => {
  const logged: string[] = [];
  const disk = { freeBytes: 0 };
  let at = Date.now();
  const service = copies.open();
  const keep = makeKeepFiles({
    ...service,
    uploads: { ...service.uploads, freeBytes: async () => disk.freeBytes },
    logger: { ...service.logger, warn: (event) => void logged.push(event) },
    now: () => new Date(at),
  });
  for (const freeBytes of [0, 0, 4096 * MB, 0, 0]) {
    disk.freeBytes = freeBytes;
    await keep.run();
    at += 60_000;
  }
  expect(logged).toEqual(['file-store.full', 'file-store.full']);
});

test('a stop interrupts copies, and another process makes them', async () => {
  await copies.receive(10);
  const { service, waiting, open } = withSlowStore(copies.open());
  await findNewFiles(service);
  const keep = makeKeepFiles(service);
  await keep.run();
  await pollUntil(() => waiting.length === 1 || null, { what: () => 'a piece' });
  const closed = keep.close();
  open();
  await closed;
  expect(await keep.run()).toBe(false);
  await copies.keepAll({ ...copies.open(), now: () => new Date(Date.now() + 61_000) });
  expect(await copies.rows()).toMatchObject([{ state: 'kept' }]);
});
