import { erasePerson, findPerson } from '@parley/common/contracts/internal/erase-data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, type Copies, never, openCopies, PIECE, STORES } from '../../test/open-copies.ts';
import { eraseTenantData } from '../erasure/erase-tenant-data.ts';
import { findNewFiles } from './find-new-files.steps.ts';
import { keepFile } from './keep-file.steps.ts';
import { LEASE_MS } from './kept-file.rules.ts';

const DAY_MS = 24 * 3_600_000;

describe.each(STORES)('in %s', (kind) => {
  let copies: Copies;
  beforeAll(async () => {
    copies = await openCopies(kind);
  });
  afterAll(() => copies.close());
  beforeEach(() => copies.removeAll());

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
    await copies.sweepAll(service, after(90 * DAY_MS - 60_000));
    expect(await copies.store.list()).toHaveLength(1);
    await copies.sweepAll(service, after(90 * DAY_MS + 60_000));
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
  });

  test('pieces of a dead process are removed when the platform no longer has the file', async () => {
    const service = copies.open();
    const { path, bytes } = await copies.receive(PIECE + 10);
    await findNewFiles(service);
    await copies.dieAtFinish(service);
    copies.platform.files.set(path, { bytes, type: 'image/png', status: 404 });
    await copies.keepAll({ ...service, now: () => after(LEASE_MS + 1000) });
    await copies.sweepAll(service);
    expect([await copies.rows(), await copies.store.list()]).toEqual([[], []]);
  });

  test('beyond the quota of a tenant the oldest copies are removed', async () => {
    const service = copies.open({ variables: { PARLEY_MEDIA_QUOTA_MB: '1' } });
    const kept: string[] = [];
    for (let nth = 0; nth < 4; nth++) {
      kept.push((await copies.receive(400_000)).id);
      const at = after(nth * 1000);
      await copies.keepAll({ ...service, now: () => at });
    }
    await copies.sweepAll(service);
    expect((await copies.rows()).map(({ id }) => id)).toEqual(kept.slice(2));
    expect(await copies.store.list()).toHaveLength(2);
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
    expect(await keepFile(interrupted, await copies.claimOne(service, 'clm_late'), never())).toBeNull();
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
});
