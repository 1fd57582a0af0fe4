import { describe, expect, test } from 'vitest';
import { type ConsentChange, decideConsents } from './decide-consents.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 10, 26, 9, 0, 0, ms));
const change = (given: Partial<ConsentChange> = {}): ConsentChange => ({
  tenantId: 1,
  contactId: 7,
  isOptedOut: true,
  by: 'customer',
  at: at(0),
  ...given,
});
const held = (isOptedOut: boolean, decidedAt: Date | null) => [{ contactId: 7, isOptedOut, decidedAt }];

describe('a decision', () => {
  test.each<[string, ReturnType<typeof held>, Partial<ConsentChange>, boolean, boolean]>([
    ['the first stop word opts out', held(false, null), {}, true, true],
    [
      'a start word from a person who never opted out changes nothing',
      held(false, null),
      { isOptedOut: false },
      true,
      false,
    ],
    ['a second stop word only moves the time', held(true, at(0)), { at: at(5000) }, true, false],
    ['a start word after it opts in', held(true, at(0)), { isOptedOut: false, at: at(5000) }, true, true],
    ['a start word of the same second opts in', held(true, at(900)), { isOptedOut: false }, true, true],
    [
      'a late message that was written before it changes nothing',
      held(true, at(5000)),
      { isOptedOut: false },
      false,
      false,
    ],
    [
      'a report of the platform at a later time opts out',
      held(false, at(0)),
      { by: 'platform', at: at(1000) },
      true,
      true,
    ],
    ['a repeated report changes nothing', held(false, at(0)), { by: 'platform' }, false, false],
    [
      'the operator’s decision applies even when the platform’s stored time is later',
      held(true, at(9000)),
      { by: 'operator', isOptedOut: false },
      true,
      true,
    ],
  ])('%s', (_, before, given, isWritten, isChanged) => {
    const { writes, changed } = decideConsents(before, [change(given)]);
    expect({ isWritten: writes.length === 1, changed }).toEqual({ isWritten, changed: [isChanged] });
  });
});

test('several decisions of one person are applied in order and written once', () => {
  const changes = [change(), change({ isOptedOut: false, at: at(1000) }), change({ at: at(2000) })];
  expect(decideConsents(held(false, null), changes)).toEqual({ writes: [changes[2]], changed: [true, true, true] });
});

test('a person without a stored state has not opted out', () => {
  expect(decideConsents([], [change(), change({ contactId: 8, isOptedOut: false })]).changed).toEqual([true, false]);
});
