import { expect, test } from 'vitest';
import { KINDS, kindsOf, readHotStatements, readKinds } from './hand-written.ts';
import { loadStatements } from './load-statements.ts';

const { statements, owners } = await loadStatements();
const hot = readHotStatements();

/** Owners whose other statements use the Prisma client. */
const CONVERTED = [
  'packages/database',
  'services/accounts',
  'services/channel-connect',
  'services/comments',
  'services/notifications',
  'services/webhook-delivery',
];
const NOT_CONVERTED = ['packages/messaging', 'services/inbound', 'services/pairing', 'services/send'];

test('every owner of statements is listed as converted or not converted', () => {
  const named = [...CONVERTED, ...NOT_CONVERTED];
  expect([...new Set(owners.values())].filter((owner) => !named.includes(owner))).toEqual([]);
});

test('the ADR lists every kind of statement that stays, and each kind is in use', () => {
  expect(readKinds().toSorted()).toEqual(KINDS.toSorted());
  expect(KINDS.filter((kind) => !statements.some((statement) => kindsOf(statement).includes(kind)))).toEqual([]);
});

test('every hot statement of the ADR exists', () => {
  const names = new Set(statements.map(({ name }) => name));
  expect(hot.length).toBeGreaterThan(0);
  expect(hot.filter((name) => !names.has(name))).toEqual([]);
});

test.each(CONVERTED)('every statement of %s is hot, or cannot be written with the Prisma client', (owner) => {
  const own = statements.filter(({ name }) => owners.get(name) === owner);
  expect(own.length).toBeGreaterThan(0);
  const unexplained = own.filter((statement) => kindsOf(statement).length === 0 && !hot.includes(statement.name));
  expect(unexplained.map(({ name }) => name)).toEqual([]);
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
