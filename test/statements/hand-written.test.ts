import { expect, test } from 'vitest';
import { KINDS, kindsOf, readHotStatements, readKinds } from './hand-written.ts';
import { loadStatements } from './load-statements.ts';

const { statements, owners } = await loadStatements();
const hot = readHotStatements();

/** Lists and changes of conversations, which have yet to be converted or measured. */
const NOT_CONVERTED = ['inbox.find-conversation', 'inbox.find-conversations', 'inbox.find-last-looked'];

test('the ADR lists every kind of statement that stays, and each kind is in use', () => {
  expect(readKinds().toSorted()).toEqual(KINDS.toSorted());
  expect(KINDS.filter((kind) => !statements.some((statement) => kindsOf(statement).includes(kind)))).toEqual([]);
});

test('every hot statement of the ADR exists', () => {
  const names = new Set(statements.map(({ name }) => name));
  expect(hot.length).toBeGreaterThan(0);
  expect(hot.filter((name) => !names.has(name))).toEqual([]);
});

const unexplained = statements.filter((statement) => kindsOf(statement).length === 0 && !hot.includes(statement.name));

test.each([...new Set(owners.values())])(
  'every statement of %s is hot, or cannot be written with the Prisma client',
  (owner) => {
    const own = unexplained.filter(({ name }) => owners.get(name) === owner && !NOT_CONVERTED.includes(name));
    expect(own.map(({ name }) => name)).toEqual([]);
  },
);

test('every statement that is named as not converted can be expressed by the client', () => {
  const names = unexplained.map(({ name }) => name);
  expect(NOT_CONVERTED.filter((name) => !names.includes(name))).toEqual([]);
});

const PLAIN_STATEMENTS = [
  'SELECT id FROM tenants WHERE slug = $1',
  'SELECT t.id FROM tenants t JOIN api_keys k ON k.tenant_id = t.id WHERE k.id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3::int4',
  'INSERT INTO tenants (slug) VALUES ($1) RETURNING id',
  'INSERT INTO devices (id, n) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = excluded.n, attempts = 0',
  `UPDATE devices SET n = $2, attempts = attempts + 1, claim_id = NULL, status = 'done' WHERE id = $1 RETURNING id`,
  'DELETE FROM devices WHERE tenant_id = $1',
  'SELECT c.id FROM conversations c JOIN contacts p ON p.id = c.contact_id WHERE c.tenant_id = $1',
  'SELECT m.events, m.id FROM messages m WHERE m.tenant_id = $1 AND m.parent_id IS NOT DISTINCT FROM $2',
];

test.each(PLAIN_STATEMENTS)('the Prisma client can express: %s', (text) => {
  expect(kindsOf({ text })).toEqual([]);
});

const EARNED = [
  [
    'joins of tables without a foreign key',
    'SELECT 1 FROM api_keys k, events e WHERE e.tenant_id = k.tenant_id AND k.id = $1',
  ],
  [
    'joins of tables without a foreign key',
    'DELETE FROM contacts c WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = c.id)',
  ],
  [
    'partial indexes and indexes over expressions',
    `SELECT min(m.settle_by) FROM messages m WHERE m.status IN ('sending', 'unknown')`,
  ],
  [
    'partial indexes and indexes over expressions',
    'SELECT id FROM contacts WHERE tenant_id = $1 AND lower(username) = $2',
  ],
  ['what the schema does not name', 'SELECT instance_id FROM webhook_targets WHERE scope = $1'],
  [
    'what the schema does not name',
    'WITH old AS (SELECT 1) DELETE FROM events_default WHERE seq IN (SELECT seq FROM old)',
  ],
  ['clock, settings and snapshots of the server', 'UPDATE lanes SET lease_until = now() WHERE instance_id = $1'],
] as const;

test.each(EARNED)('%s earn: %s', (kind, text) => {
  expect(kindsOf({ text })).toContain(kind);
});
