import { expect, test } from 'vitest';
import { retentionOf } from './retention.ts';

const NOW = new Date('2026-01-31T00:00:00Z');

test.each([
  ['its own', 30, undefined, '2026-01-01T00:00:00.000Z'],
  ['its own before that of the deployment', 30, 7, '2026-01-01T00:00:00.000Z'],
  ['that of the deployment', null, 7, '2026-01-24T00:00:00.000Z'],
  ['none: everything is kept', null, undefined, undefined],
])('the retention of a tenant: %s', (_, retentionDays, defaultDays, before) => {
  expect(retentionOf({ id: 1, retentionDays }, defaultDays, NOW)?.before.toISOString()).toBe(before);
});
