import { describe, expect, test } from 'vitest';
import { type PresenceSign, peopleThere } from './present-people.ts';

const NOW = 1_000_000;

/** A sign that a person gave this many seconds ago. */
const sign = (person: string, doing: PresenceSign['doing'], secondsAgo: number): PresenceSign => ({
  person,
  memberId: person.startsWith('mem_') ? person : null,
  doing,
  heardMs: NOW - secondsAgo * 1000,
});
const sara = (doing: PresenceSign['doing'], secondsAgo: number): PresenceSign => sign('mem_sara', doing, secondsAgo);
const shown = (signs: readonly PresenceSign[], viewer = 'mem_me') =>
  peopleThere(signs, { viewer, nowMs: NOW }).map(
    ({ member_id, doing, has_answered }) => `${member_id} ${doing}${has_answered ? ', answered' : ''}`,
  );

describe('who is shown at a conversation', () => {
  test.each([
    ['nobody', [], []],
    ['who looks', [sara('looking', 24)], ['mem_sara looking']],
    ['not whose tab has been silent for 25 s', [sara('looking', 25)], []],
    ['who writes', [sara('writing', 7)], ['mem_sara writing']],
    ['as looking who wrote nothing for 8 s', [sara('writing', 8)], ['mem_sara looking']],
    ['not who wrote last and has been silent for 25 s', [sara('writing', 25)], []],
    ['not who left', [sara('left', 0)], []],
    ['who left one of two tabs', [sara('left', 0), sara('looking', 3)], ['mem_sara looking']],
    [
      'as writing who writes in one tab and looks in another',
      [sara('looking', 0), sara('writing', 2)],
      ['mem_sara writing'],
    ],
    ['who answered and is gone', [sara('left', 1), sara('answered', 2)], ['mem_sara away, answered']],
    ['who answered 59 s ago', [sara('answered', 59)], ['mem_sara away, answered']],
    ['not who answered 60 s ago', [sara('answered', 60)], []],
    [
      'as looking who answered what they wrote',
      [sara('writing', 2), sara('answered', 1)],
      ['mem_sara looking, answered'],
    ],
    [
      'as writing who writes again after an answer',
      [sara('answered', 4), sara('writing', 1)],
      ['mem_sara writing, answered'],
    ],
    ['not the viewer, whatever tabs they have', [sign('mem_me', 'writing', 0), sign('mem_me', 'looking', 0)], []],
    ['an operator without a name', [sign('ses_1', 'looking', 0)], ['null looking']],
    [
      'two operators as two',
      [sign('ses_1', 'looking', 0), sign('ses_2', 'writing', 0)],
      ['null writing', 'null looking'],
    ],
    [
      'first who writes, then who answered, then who looks',
      [sign('mem_a', 'looking', 0), sign('mem_b', 'answered', 5), sign('mem_c', 'writing', 1)],
      ['mem_c writing', 'mem_b away, answered', 'mem_a looking'],
    ],
  ])('%s', (_what, signs, expected) => {
    expect(shown(signs)).toEqual(expected);
  });

  test('ten at most, and always those who write', () => {
    const lookers = Array.from({ length: 40 }, (_, at) => sign(`mem_${at + 10}`, 'looking', 1));
    const people = shown([...lookers, sign('mem_z', 'writing', 1)]);
    expect(people).toHaveLength(10);
    expect(people[0]).toBe('mem_z writing');
  });

  test('in the same order, whatever order their signs arrive in', () => {
    const signs = [sign('mem_b', 'looking', 0), sign('mem_a', 'looking', 1), sign('mem_c', 'looking', 2)];
    expect(shown(signs)).toEqual(shown(signs.toReversed()));
  });
});
