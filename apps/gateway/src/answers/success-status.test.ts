import { expect, test } from 'vitest';
import { successStatusOf } from './success-status.ts';

test.each([
  [{}, { status: 'scheduled' }, 200],
  [{ successStatus: 201 }, {}, 201],
  [{ deferredStatus: 'scheduled' }, { status: 'scheduled' }, 202],
  [{ deferredStatus: 'scheduled' }, { status: 'sent' }, 200],
  [{ deferredStatus: 'scheduled' }, {}, 200],
  [{ deferredStatus: 'scheduled', successStatus: 201 }, null, 201],
])('the status of a contract with %j for the output %j is %d', (contract, output, status) => {
  expect(successStatusOf(contract, output)).toBe(status);
});
