import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { erasePerson, findPerson } from '@parley/common/contracts/internal/erase-data';
import {
  eraseContact,
  eraseTenant,
  getErasure,
  listContacts,
  listErasures,
} from '@parley/common/contracts/operator/erasures';
import { createTenant, getTenant, listTenants } from '@parley/common/contracts/operator/tenants';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenParley, openParley } from './open-parley.ts';
import { dumpRows, type Marked, seedPerson, seedTenant, untilIndexed } from './people-rows.ts';

let parley: OpenParley;
/** A fake Telegram: the paths of the calls to it. */
const reported: string[] = [];
const telegram = createServer((request, response) => {
  reported.push(request.url ?? '');
  response.setHeader('content-type', 'application/json');
  const [, botId] = /\/bot(\d+):/.exec(request.url ?? '') ?? [];
  const isInfo = request.url?.endsWith('getWebhookInfo');
  const result = isInfo ? { url: `http://localhost:8080/hooks/telegram/${botId}` } : true;
  response.end(JSON.stringify({ ok: true, result }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => telegram.listen(0, '127.0.0.1', resolve));
  // safe: it listens on a port
  parley = await openParley({ PARLEY_TELEGRAM_URL: `http://127.0.0.1:${(telegram.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await parley[Symbol.asyncDispose]();
  telegram.close();
});

const call = <C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> =>
  parley.bus.call(contract, input, { requestId: 'req_test' });

const untilDone = (id: string) =>
  pollUntil(
    async () => {
      const receipt = await call(getErasure, { id });
      return receipt.status === 'done' ? receipt : null;
    },
    { what: () => `the erasure ${id} to be done` },
  );

/** Rows that contain the person. */
const rowsOf = async ({ mark, number }: Marked) =>
  (await dumpRows(parley.database.db)).filter(({ row }) => row.includes(mark) || row.includes(number));
const tablesOf = async (person: Marked) =>
  new Set((await rowsOf(person)).map(({ table }) => table.replace(/_\d{8}$/, '')));

describe('a person who is erased', () => {
  const ann: Marked = { number: '491701234567', mark: 'QZANN' };
  const ben: Marked = { number: '491709999999', mark: 'QZBEN' };
  const twin: Marked = { number: ann.number, mark: 'QZTWIN' };

  test('is in no row of any table afterwards, audit log, saved views and request log included; other people, and the same person elsewhere, are untouched', async () => {
    const { db } = parley.database;
    const one = await seedTenant(db, parley.cipher, 'erase-one');
    const other = await seedTenant(db, parley.cipher, 'erase-other');
    await seedPerson(db, other, twin);
    await untilIndexed(db);
    const twins = await rowsOf(twin);
    await seedPerson(db, one, ben);
    await untilIndexed(db);
    const bens = await rowsOf(ben);
    const contactId = await seedPerson(db, one, ann);
    // Each of these tables must contain rows, or the test below proves nothing.
    expect(await tablesOf(ann)).toEqual(
      new Set([
        'attachments',
        'audit_log',
        'bot_turns',
        'comment_replies',
        'comments',
        'contact_addresses',
        'contacts',
        'conversations',
        'delivery_attempts',
        'delivery_log',
        'device_keys',
        'device_sends',
        'events',
        'idempotency_keys',
        'message_parts',
        'message_reactions',
        'messages',
        'pending_updates',
        'request_log',
        'saved_views',
        'unknown_provider_events',
      ]),
    );
    const ledger = () => db.query({ text: 'SELECT * FROM credit_ledger ORDER BY id' });
    const paid = (await ledger()).rows;

    const found = await call(listContacts, { slug: 'erase-one', identifier: '+49 170 1234567', limit: 50 });
    expect(found.items.map(({ id }) => id)).toContain(contactId);
    const receipt = await call(eraseContact, { slug: 'erase-one', id: contactId });
    expect(receipt).toMatchObject({ what: 'contact', tenant: 'erase-one', contactId: contactId });
    const done = await untilDone(receipt.id);

    // The same number is in the rows of the other tenant, and only in those.
    expect(await rowsOf(ann)).toEqual(twins.filter(({ row }) => row.includes(ann.number)));
    expect(await rowsOf(twin)).toEqual(twins);
    expect(await rowsOf(ben)).toEqual(bens);
    expect((await ledger()).rows).toEqual(paid);
    expect(done.erased).toMatchObject({ messages: 4, events: 2, comments: 1, files: 1, answers: 1, device_keys: 2 });
    expect(done.erased).toMatchObject({ saved_views: 3, audit_entries: 1, request_bodies: 2 });
    expect(JSON.stringify(done)).not.toContain(ann.number);
  });

  test('returns the same receipt when it is requested again, and an unknown person is unknown_contact', async () => {
    const { items } = await call(listErasures, { limit: 50, status: 'done' });
    const [first] = items;
    const again = await call(eraseContact, { slug: 'erase-one', id: first?.contactId ?? 0 });
    expect(again).toEqual(first);
    await expect(call(eraseContact, { slug: 'erase-one', id: 2_000_000 })).rejects.toMatchObject({
      code: 'unknown_contact',
    });
    await expect(call(eraseContact, { slug: 'nobody', id: 1 })).rejects.toMatchObject({ code: 'unknown_tenant' });
    await expect(call(getErasure, { id: 'ers_00000000000000000000000000' })).rejects.toMatchObject({
      code: 'unknown_erasure',
    });
  });

  test('is erased by each owner in batches that find nothing the second time', async () => {
    const cem: Marked = { number: '491705555555', mark: 'QZCEM' };
    const tenant = await seedTenant(parley.database.db, parley.cipher, 'erase-batches');
    const contactId = await seedPerson(parley.database.db, tenant, cem);
    const { person } = await call(findPerson, { tenantId: tenant.id, contactId });
    if (!person) throw new Error('not found');
    expect(person.conversationIds).toHaveLength(3);
    for (const step of Object.values(erasePerson)) {
      const runAll = async () => {
        let erased = 0;
        let cursor: string | null = null;
        do {
          const progress: OutputOf<typeof step> = await call(step, { person, cursor });
          erased += Object.values(progress.erased).reduce((sum, count) => sum + count, 0);
          cursor = progress.cursor;
        } while (cursor !== null);
        return erased;
      };
      expect(await runAll()).toBeGreaterThan(0);
      expect(await runAll()).toBe(0);
    }
  });
});

describe('a tenant that is erased', () => {
  test('is closed at once, its provider is notified, and only its ledger and its slug, which stays taken, are left', async () => {
    const { db } = parley.database;
    const dan: Marked = { number: '491707777777', mark: 'QZDAN' };
    const gone = await seedTenant(db, parley.cipher, 'erase-whole');
    const kept = await seedTenant(db, parley.cipher, 'kept-whole');
    await seedPerson(db, gone, dan);
    await seedPerson(db, kept, { number: '491708888888', mark: 'QZEVE' });
    await untilIndexed(db);
    const eve = await rowsOf({ number: '491708888888', mark: 'QZEVE' });
    const { rows: ledger } = await db.query<{ id: string }>({
      text: 'SELECT id, amount, kind, message_id FROM credit_ledger WHERE tenant_id = $1 ORDER BY id',
      values: [gone.id],
    });

    const receipt = await call(eraseTenant, { slug: 'erase-whole' });
    expect(receipt).toMatchObject({ what: 'tenant', tenant: 'erase-whole', status: 'running' });
    await expect(call(getTenant, { slug: 'erase-whole' })).rejects.toMatchObject({ code: 'unknown_tenant' });
    const { rows: usable } = await db.query({
      text: 'SELECT 1 FROM api_keys WHERE tenant_id = $1 AND (revoked_at IS NULL OR webhook_url IS NOT NULL)',
      values: [gone.id],
    });
    expect(usable).toEqual([]);
    await untilDone(receipt.id);

    expect(reported.some((path) => path.includes('deleteWebhook'))).toBe(true);
    expect(await rowsOf(dan)).toEqual([]);
    const naming = (await dumpRows(db)).filter(({ row }) => /erase-whole|erasewhole/.test(row));
    expect(new Set(naming.map(({ table }) => table))).toEqual(new Set(['erasures', 'tenants']));
    const { rows: referring } = await db.query<{ table: string }>({
      text: `SELECT c.table_name AS table FROM information_schema.columns c
               JOIN information_schema.tables t USING (table_schema, table_name)
              WHERE c.column_name = 'tenant_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
    });
    for (const { table } of referring) {
      const { rows } = await db.query({ text: `SELECT 1 FROM ${table} WHERE tenant_id = $1`, values: [gone.id] });
      const isKept = table === 'credit_ledger' || table === 'erasures';
      expect([table, rows.length > 0]).toEqual([table, isKept]);
    }
    const { rows: still } = await db.query({
      text: 'SELECT id, amount, kind, message_id FROM credit_ledger WHERE tenant_id = $1 AND note IS NULL ORDER BY id',
      values: [gone.id],
    });
    expect(still).toEqual(ledger);
    expect(await rowsOf({ number: '491708888888', mark: 'QZEVE' })).toEqual(eve);

    await expect(call(createTenant, { slug: 'erase-whole' })).rejects.toMatchObject({ code: 'slug_taken' });
    const { items } = await call(listTenants, { limit: 200 });
    expect(items.map(({ slug }) => slug)).not.toContain('erase-whole');
    expect(await call(eraseTenant, { slug: 'erase-whole' })).toMatchObject({ id: receipt.id, status: 'done' });
  });
});
