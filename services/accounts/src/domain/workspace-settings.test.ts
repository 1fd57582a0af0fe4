import { expect, test } from 'vitest';
import { requireRetention } from './workspace-settings.ts';

test.each([
  ['a shorter retention', 30, { held: null, deploymentDays: 365 }],
  ['the retention of the deployment', 365, { held: 30, deploymentDays: 365 }],
  ['no retention of its own', null, { held: 30, deploymentDays: 365 }],
  ['no change', undefined, { held: 30, deploymentDays: 365 }],
  ['a longer one that the operator granted', 900, { held: 900, deploymentDays: 365 }],
  ['any retention where the deployment keeps everything', 36_500, { held: null, deploymentDays: null }],
] as const)('an owner may choose %s', (_what, days, limits) => {
  expect(() => requireRetention(days, limits)).not.toThrow();
});

test('an owner may not keep messages for longer than the deployment', () => {
  expect(() => requireRetention(366, { held: 900, deploymentDays: 365 })).toThrow(
    expect.objectContaining({ code: 'invalid_retention_days', message: expect.stringContaining('at most 365') }),
  );
});
