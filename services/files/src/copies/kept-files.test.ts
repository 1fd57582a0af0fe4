import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, type Copies, never, openCopies, PIECE, STORES } from '../../test/open-copies.ts';
import { findNewFiles } from './find-new-files.steps.ts';
import { keepFile } from './keep-file.steps.ts';
import { LEASE_MS, SETTLED_AFTER_MS } from './kept-file.rules.ts';
import { makeWatchNewFiles } from './watch-new-files.ts';

describe.each(STORES)('in %s', (kind) => {
  let copies: Copies;
  beforeAll(async () => {
    copies = await openCopies(kind);
  });
  afterAll(() => copies.close());
  beforeEach(() => copies.removeAll());

  test.each([404, 410])('the copy answers when the platform has lost the file (%i)', async (status) => {
    const service = copies.open();
    const { id, path, bytes } = await copies.receive(2 * PIECE + 1000);
    const before = await copies.read(service, id);
    expect(before.head).toMatchObject({ mimeType: 'image/png', filename: expect.any(String), size: bytes.length });
    await copies.keepAll(service);
    copies.platform.files.set(path, { bytes, type: 'image/png', status });
    const { head, bytes: read } = await copies.read(service, id);
    expect(read.equals(bytes)).toBe(true);
    const stored = { etag: `"${id}"`, total: bytes.length, range: null };
    expect(head).toEqual({ ...before.head, stored });
    expect(await copies.rows()).toMatchObject([{ id, state: 'kept', pieces: 3 }]);
  });

  test('a range is served from the copy', async () => {
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

  test('a process that dies between object and row leaves a file that another one copies', async () => {
    const service = copies.open();
    const { id, bytes } = await copies.receive(PIECE + 10);
    await findNewFiles(service);
    await copies.dieAtFinish(service);
    expect(await copies.store.list()).toHaveLength(2);
    expect(await copies.rows()).toMatchObject([{ state: 'waiting', pieces: 2 }]);
    await copies.keepAll({ ...service, now: () => after(LEASE_MS + 1000) });
    expect(await copies.rows()).toMatchObject([{ state: 'kept', pieces: 2 }]);
    expect(await copies.store.list()).toHaveLength(2);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('only once a minute are the files of the last minute read again, for one that was committed late', async () => {
    let at = after(0);
    const watch = makeWatchNewFiles({ ...copies.open(), now: () => at });
    const [late] = [await copies.receive(10), await copies.receive(10)];
    const isKnown = async () => (await copies.rows()).some(({ id }) => id === late.id);
    expect(await watch()).toMatchObject({ count: 2 });
    await copies.inbound.rows('DELETE FROM kept_files WHERE attachment_id = $1', late.id);
    await copies.receive(10);
    expect(await watch()).toMatchObject({ count: 1, isMore: false });
    expect(await isKnown()).toBe(false);
    at = after(SETTLED_AFTER_MS);
    expect(await watch()).toMatchObject({ count: 1, isMore: false });
    expect(await isKnown()).toBe(true);
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
          await copies.keepAll({ ...service, now: () => after(2 * LEASE_MS) });
        },
      },
    };
    expect(await keepFile(slow, await copies.claimOne(service, 'clm_slow'), never())).toBeNull();
    expect(written).toEqual([0]);
    expect(await copies.rows()).toMatchObject([{ state: 'kept', attempts: 2 }]);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('a file that is larger than the quota is not copied', async () => {
    const service = copies.open({ variables: { PARLEY_MEDIA_QUOTA_MB: '1' } });
    const { id, bytes } = await copies.receive(1_200_000);
    await copies.keepAll(service);
    await copies.sweepAll(service);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
    expect((await copies.read(service, id)).bytes.equals(bytes)).toBe(true);
  });

  test('a download is retried while the platform fails', async () => {
    const service = copies.open();
    const { path, bytes } = await copies.receive(10);
    copies.platform.files.set(path, { bytes, type: 'image/png', status: 200 });
    const broken = {
      ...service,
      sources: { ...service.sources, web: { open: () => Promise.reject(new Error('reset')) } },
    };
    await copies.keepAll(broken);
    expect(await copies.rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await copies.keepAll({ ...service, now: () => after(61_000) });
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
