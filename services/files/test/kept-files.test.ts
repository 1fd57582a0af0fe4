import { erasePerson, findPerson } from '@parley/common/contracts/internal/erase-data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MS } from '../src/domain/kept-times.ts';
import { claimFiles } from '../src/storage/kept-file-store.ts';
import { eraseTenantData } from '../src/use-cases/erase-tenant-data.ts';
import { findNewFiles } from '../src/use-cases/find-new-files.ts';
import { keepFile } from '../src/use-cases/keep-file.ts';
import { type Copies, openCopies, STORES } from './open-copies.ts';

const DAY_MS = 24 * 3_600_000;
const PIECE = 512 * 1024;
const never = (): AbortSignal => new AbortController().signal;
const later = (ms: number): Date => new Date(Date.now() + ms);

describe.each(STORES)('in %s', (kind) => {
  let copies: Copies;
  beforeAll(async () => {
    copies = await openCopies(kind);
  });
  afterAll(() => copies.close());
  beforeEach(async () => {
    const service = copies.open();
    await copies.inbound.rows(`UPDATE kept_files SET state = 'removing'`);
    await copies.sweepAll(service);
    await copies.inbound.rows(
      'UPDATE kept_files_progress SET read_until = (SELECT coalesce(max(id), 0) FROM messages)',
    );
    copies.platform.asked.length = 0;
  });

  const claimOne = async (service: ReturnType<Copies['open']>, holder: string, now = new Date()) => {
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const [claim] = await claimFiles(service.database, { now, after: 0, busy: [], limit: 1, holder, leaseUntil });
    if (!claim) throw new Error('Nothing is due.');
    return claim;
  };

  test.each([404, 410])('the copy answers when the platform has lost the file (%i)', async (status) => {
    const service = copies.open();
    const { id, path, bytes } = await copies.receive(2 * PIECE + 1000);
    const before = await copies.read(service, id);
    expect(before.head).toEqual({ mimeType: 'image/png', filename: expect.any(String), size: bytes.length });
    await copies.keepAll(service);
    copies.platform.files.set(path, { bytes, type: 'image/png', status });
    const { head, bytes: read } = await copies.read(service, id);
    expect(read.equals(bytes)).toBe(true);
    const stored = { etag: `"${id}"`, total: bytes.length, range: null };
    expect(head).toEqual({ ...before.head, stored });
    expect(await copies.rows()).toMatchObject([{ id, state: 'kept', pieces: 3 }]);
  });

  test('a part is answered from the copy', async () => {
    const service = copies.open();
    const { id, bytes } = await copies.receive(2 * PIECE + 1000);
    await copies.keepAll(service);
    for (const [start, end] of [
      [0, 0],
      [10, 99],
      [PIECE - 5, PIECE + 4],
      [PIECE, 2 * PIECE + 10],
      [2 * PIECE + 990, null],
      [null, 7],
    ] as const) {
      const { head, bytes: read } = await copies.read(service, id, { start, end });
      const expected =
        start === null ? bytes.subarray(-Number(end)) : bytes.subarray(start, end === null ? undefined : end + 1);
      expect(read.equals(expected)).toBe(true);
      expect(head.size).toBe(expected.length);
    }
    const beyond = await copies.read(service, id, { start: bytes.length, end: null });
    expect([beyond.head.stored?.range, beyond.bytes.length]).toEqual(['unsatisfiable', 0]);
    const other = await copies.read(service, id, { start: 0, end: 9, ifRange: '"att_other"' });
    expect(other.bytes.equals(bytes)).toBe(true);
  });

  test('a file without a copy is answered whole by the platform', async () => {
    const { id, bytes } = await copies.receive(1000);
    const { head, bytes: read } = await copies.read(copies.open(), id, { start: 0, end: 9 });
    expect(read.equals(bytes)).toBe(true);
    expect(head).not.toHaveProperty('stored');
  });

  test('the platform is asked when the store has lost the copy', async () => {
    const service = copies.open();
    const { id, bytes } = await copies.receive(1000);
    await copies.keepAll(service);
    await service.uploads.remove({ id, tenantId: copies.inbound.tenantId, size: 1000 });
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('a file that may be seen once, and a sent file, are never kept', async () => {
    const service = copies.open();
    const [once, sent, plain] = [await copies.receive(10), await copies.receive(10), await copies.receive(10)];
    const change = (set: string, id: string) =>
      copies.inbound.rows(
        `UPDATE messages SET ${set} WHERE id = (SELECT message_id FROM attachments WHERE id = $1)`,
        id,
      );
    await change(`extra = '{"view_once": true}'`, once.id);
    await change(`direction = 'out'`, sent.id);
    await change(`extra = '{"view_once": false}'`, plain.id);
    await copies.keepAll(service);
    await copies.sweepAll(service);
    expect((await copies.rows()).map(({ id }) => id)).toEqual([plain.id]);
    expect(copies.platform.asked).toEqual([plain.path]);
  });

  test('with 0 days nothing is copied, and earlier copies are removed', async () => {
    const on = copies.open();
    await copies.receive(10);
    await copies.keepAll(on);
    expect(await copies.store.list()).toHaveLength(1);
    const off = copies.open({ variables: { PARLEY_MEDIA_KEEP_DAYS: '0' } });
    const { id, bytes } = await copies.receive(10);
    await copies.keepAll(off);
    await copies.sweepAll(off);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
    expect((await copies.read(off, id)).bytes.equals(bytes)).toBe(true);
    // Files from that time are not fetched when copies are switched on again.
    await copies.keepAll(on);
    expect(await copies.rows()).toEqual([]);
  });

  test('a copy is removed after its days', async () => {
    const service = copies.open();
    await copies.receive(10);
    await copies.keepAll(service);
    await copies.sweepAll(service, later(90 * DAY_MS - 60_000));
    expect(await copies.store.list()).toHaveLength(1);
    await copies.sweepAll(service, later(90 * DAY_MS + 60_000));
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
  });

  test('a process that dies between object and row leaves a file that another one copies', async () => {
    const service = copies.open();
    const { id, bytes } = await copies.receive(PIECE + 10);
    await findNewFiles(service);
    const dying = { ...service, database: { ...service.database, prisma: diesAtFinish(service) } };
    await expect(keepFile(dying, await claimOne(service, 'clm_dead'), never())).rejects.toThrow('killed');
    expect(await copies.store.list()).toHaveLength(2);
    expect(await copies.rows()).toMatchObject([{ state: 'waiting', pieces: 2 }]);
    await copies.keepAll({ ...service, now: () => later(LEASE_MS + 1000) });
    expect(await copies.rows()).toMatchObject([{ state: 'kept', pieces: 2 }]);
    expect(await copies.store.list()).toHaveLength(2);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('pieces of a dead process are removed when the platform no longer has the file', async () => {
    const service = copies.open();
    const { path, bytes } = await copies.receive(PIECE + 10);
    await findNewFiles(service);
    const dying = { ...service, database: { ...service.database, prisma: diesAtFinish(service) } };
    await expect(keepFile(dying, await claimOne(service, 'clm_dead'), never())).rejects.toThrow('killed');
    copies.platform.files.set(path, { bytes, type: 'image/png', status: 404 });
    await copies.keepAll({ ...service, now: () => later(LEASE_MS + 1000) });
    await copies.sweepAll(service);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
  });

  test('two workers copy each file once', async () => {
    const files = await Promise.all(Array.from({ length: 12 }, () => copies.receive(100)));
    await Promise.all([copies.keepAll(copies.open()), copies.keepAll(copies.open())]);
    expect(copies.platform.asked.sort()).toEqual(files.map(({ path }) => path).sort());
    expect((await copies.rows()).every(({ state, attempts }) => state === 'kept' && attempts === 1)).toBe(true);
  });

  test('a worker whose lease has ended writes no further piece and changes nothing', async () => {
    const service = copies.open();
    const { id, bytes } = await copies.receive(2 * PIECE);
    await findNewFiles(service);
    const written: number[] = [];
    const slow = {
      ...service,
      uploads: {
        ...service.uploads,
        async putPiece(...[ref, number, piece]: Parameters<typeof service.uploads.putPiece>) {
          written.push(number);
          await service.uploads.putPiece(ref, number, piece);
          await copies.keepAll({ ...service, now: () => later(2 * LEASE_MS) });
        },
      },
    };
    expect(await keepFile(slow, await claimOne(service, 'clm_slow'), never())).toBeNull();
    expect(written).toEqual([0]);
    expect(await copies.rows()).toMatchObject([{ state: 'kept', attempts: 2 }]);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('beyond the quota of a tenant the oldest copies are removed', async () => {
    const service = copies.open({ variables: { PARLEY_MEDIA_QUOTA_MB: '1' } });
    const kept: string[] = [];
    for (let nth = 0; nth < 4; nth++) {
      kept.push((await copies.receive(400_000)).id);
      const at = later(nth * 1000);
      await copies.keepAll({ ...service, now: () => at });
    }
    await copies.sweepAll(service);
    expect((await copies.rows()).map(({ id }) => id)).toEqual(kept.slice(2));
    expect(await copies.store.list()).toHaveLength(2);
  });

  test('a file that is larger than the quota is not copied', async () => {
    const service = copies.open({ variables: { PARLEY_MEDIA_QUOTA_MB: '1' } });
    const { id, bytes } = await copies.receive(1_200_000);
    await copies.keepAll(service);
    await copies.sweepAll(service);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('the erasure of a person removes the copies of their files, and only those', async () => {
    const service = copies.open();
    const [gone, stays] = [await copies.receive(10, { from: '15550001111' }), await copies.receive(10)];
    await copies.keepAll(service);
    const { inbound } = copies;
    const [contact] = await inbound.rows<{ id: number }>(
      `SELECT contact_id AS id FROM contact_addresses WHERE address = '+15550001111'`,
    );
    const { person } = await inbound.call(findPerson, { tenantId: inbound.tenantId, contactId: contact?.id ?? 0 });
    if (!person) throw new Error('There is no such person.');
    for (let cursor: string | null = null, more = true; more; more = cursor !== null)
      ({ cursor } = await inbound.call(erasePerson.inbox, { person, cursor }));
    expect(await copies.rows()).toMatchObject([
      { id: gone.id, state: 'removing' },
      { id: stays.id, state: 'kept' },
    ]);
    await copies.sweepAll(service);
    expect((await copies.rows()).map(({ id }) => id)).toEqual([stays.id]);
    expect(await copies.store.list()).toEqual([expect.stringContaining(stays.id)]);
  });

  test('a file whose message is erased while it is copied leaves nothing', async () => {
    const service = copies.open();
    const { id } = await copies.receive(2 * PIECE);
    await findNewFiles(service);
    const interrupted = {
      ...service,
      uploads: {
        ...service.uploads,
        async putPiece(...piece: Parameters<typeof service.uploads.putPiece>) {
          await service.uploads.putPiece(...piece);
          await copies.inbound.rows(`UPDATE kept_files SET state = 'removing' WHERE attachment_id = $1`, id);
          await copies.inbound.rows('DELETE FROM attachments WHERE id = $1', id);
        },
      },
    };
    expect(await keepFile(interrupted, await claimOne(service, 'clm_late'), never())).toBeNull();
    await copies.sweepAll(service);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
  });

  test('the erasure of a tenant waits until the bytes of its copies are removed', async () => {
    const service = copies.open();
    await copies.receive(10);
    await copies.keepAll(service);
    await copies.inbound.rows('DELETE FROM attachments');
    const step = () =>
      eraseTenantData(service, {
        tenantId: copies.inbound.tenantId,
        requestedAt: new Date().toISOString(),
        cursor: null,
      });
    expect(await step()).toMatchObject({ erased: { copies: 1 }, cursor: 'more' });
    expect(await step()).toEqual({ erased: {}, cursor: null, waiting: 1 });
    await copies.sweepAll(service);
    expect(await step()).toEqual({ erased: {}, cursor: null, waiting: 0 });
    expect(await copies.store.list()).toEqual([]);
  });

  test('a platform that fails for a while is asked again', async () => {
    const service = copies.open();
    const { path, bytes } = await copies.receive(10);
    copies.platform.files.set(path, { bytes, type: 'image/png', status: 200 });
    const broken = {
      ...service,
      sources: { ...service.sources, web: { open: () => Promise.reject(new Error('reset')) } },
    };
    await copies.keepAll(broken);
    expect(await copies.rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await copies.keepAll({ ...service, now: () => later(61_000) });
    expect(await copies.rows()).toMatchObject([{ state: 'kept', attempts: 2 }]);
  });

  test('a source that ends early gives no copy', async () => {
    const service = copies.open();
    await copies.receive(10);
    const cut = async () => ({
      body: (async function* () {
        yield Buffer.from('half');
      })(),
      mimeType: null,
      size: 10,
      close() {},
    });
    await copies.keepAll({ ...service, sources: { ...service.sources, web: { open: cut } } });
    expect(await copies.rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
});

/** The client of a process that is killed before it records a copy, and cannot release its claim. */
function diesAtFinish({ database }: ReturnType<Copies['open']>) {
  return new Proxy(database.prisma, {
    get(client, member, receiver) {
      if (member !== 'keptFile') return Reflect.get(client, member, receiver);
      return { updateMany: () => Promise.reject(new Error('killed')) };
    },
  });
}
