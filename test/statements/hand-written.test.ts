import { expect, test } from 'vitest';
import { KINDS, kindsOf, readHotStatements, readKinds } from './hand-written.ts';
import { loadStatements } from './load-statements.ts';

const { statements, owners } = await loadStatements();
const hot = readHotStatements();

/** Owners whose other statements have gone to the Prisma client. */
const CONVERTED = ['services/accounts', 'services/channel-connect'];
const NOT_CONVERTED = [
  'packages/database',
  'packages/messaging',
  'services/comments',
  'services/inbound',
  'services/notifications',
  'services/pairing',
  'services/send',
  'services/webhook-delivery',
];

test('every owner of statements is converted or named as not converted', () => {
  const named = [...CONVERTED, ...NOT_CONVERTED];
  expect([...new Set(owners.values())].filter((owner) => !named.includes(owner))).toEqual([]);
});

test('the ADR explains every kind of statement that stays, and each is in use', () => {
  expect(readKinds().toSorted()).toEqual(KINDS.toSorted());
  expect(KINDS.filter((kind) => !statements.some((statement) => kindsOf(statement).includes(kind)))).toEqual([]);
});

test('every hot statement of the ADR exists', () => {
  const names = new Set(statements.map(({ name }) => name));
  expect(hot.length).toBeGreaterThan(0);
  expect(hot.filter((name) => !names.has(name))).toEqual([]);
});

test.each(CONVERTED)('every statement of %s is hot, or says what the Prisma client cannot', (owner) => {
  const own = statements.filter(({ name }) => owners.get(name) === owner);
  expect(own.length).toBeGreaterThan(0);
  const unexplained = own.filter((statement) => kindsOf(statement).length === 0 && !hot.includes(statement.name));
  expect(unexplained.map(({ name }) => name)).toEqual([]);
});

const PLAIN_STATEMENTS = [
  'SELECT id FROM tenants WHERE slug = $1',
  'SELECT a.id FROM a JOIN b ON b.id = a.b_id WHERE a.tenant_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3::int4',
  'INSERT INTO tenants (slug) VALUES ($1) RETURNING id',
  'INSERT INTO a (id, n) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = excluded.n, attempts = 0',
  `UPDATE a SET n = $2, attempts = attempts + 1, claim_id = NULL, status = 'done' WHERE id = $1 RETURNING id`,
  'DELETE FROM a WHERE tenant_id = $1',
];

test.each(PLAIN_STATEMENTS)('the client can say: %s', (text) => {
  expect(kindsOf({ text })).toEqual([]);
});
