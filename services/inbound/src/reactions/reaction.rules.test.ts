import { expect, test } from 'vitest';
import { decideReactions, type GivenReaction, PICTURE, type StandingReaction } from './reaction.rules.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 10, 0, second));

/** `+👍5`: added at second 5; `-👍5`: removed; `-*5`: any emoji removed. */
function given(short: string, isSingle: boolean): GivenReaction {
  const emoji = short.slice(1).replace(/\d+$/, '');
  return {
    messageId: '7',
    sender: 'ann',
    emoji: emoji === '*' ? null : emoji,
    pictureUrl: null,
    action: short.startsWith('+') ? 'added' : 'removed',
    isSingle,
    at: at(Number(/\d+$/.exec(short)?.[0])),
  };
}

/** `👍5`: set since second 5; `5`: last removed then. */
const stands = (short: string): StandingReaction => ({
  messageId: '7',
  sender: 'ann',
  emoji: short.replace(/\d+$/, ''),
  pictureUrl: null,
  at: at(Number(/\d+$/.exec(short)?.[0])),
});

const short = ({ emoji, at: since }: { emoji: string; at: Date | null }): string =>
  since === null ? `no ${emoji}` : `${emoji}${since.getUTCSeconds()}`;

test.each([
  // reactions per person, current reactions, new reactions, outcomes, changes
  ['one', [], ['+👍5'], ['changed'], ['👍5']],
  ['one', ['👍5'], ['+👍5'], ['repeated'], []],
  ['one', ['👍5'], ['+👍7'], ['repeated'], []],
  ['one', ['👍5'], ['+🎉7'], ['changed'], ['no 👍', '🎉7']],
  ['one', ['👍5'], ['+🎉5'], ['changed'], ['no 👍', '🎉5']],
  ['one', ['👍5'], ['+🎉4'], ['repeated'], []],
  ['one', ['👍5'], ['-*7'], ['changed'], ['no 👍', '7']],
  ['one', ['👍5'], ['-🎉7'], ['changed'], ['no 👍', '7']],
  ['one', ['👍5'], ['-*4'], ['repeated'], []],
  ['one', [], ['-*5'], ['repeated'], ['5']],
  ['one', ['5'], ['-*7'], ['repeated'], ['7']],
  ['one', ['5'], ['+👍4'], ['repeated'], []],
  ['one', ['5'], ['+👍5'], ['changed'], ['no ', '👍5']],
  ['one', ['5'], ['+👍7'], ['changed'], ['no ', '👍7']],
  ['several', ['👍5'], ['+🎉7'], ['changed'], ['🎉7']],
  ['several', ['👍5'], ['+🎉4'], ['changed'], ['🎉4']],
  ['several', ['👍5'], ['+👍4'], ['repeated'], []],
  ['several', ['👍5', '🎉6'], ['-👍7'], ['changed'], ['no 👍', '7']],
  ['several', ['👍5', '🎉6'], ['-*7'], ['changed'], ['no 👍', 'no 🎉', '7']],
  ['several', ['👍5', '🎉9'], ['-👍7'], ['changed'], ['no 👍', '7']],
  ['several', ['👍9'], ['-👍7'], ['repeated'], []],
  ['several', ['🎉6'], ['-👍7'], ['repeated'], ['7']],
  ['several', ['7'], ['+👍5'], ['repeated'], []],
  ['several', ['7'], ['+👍7'], ['changed'], ['👍7']],
  ['several', ['9'], ['-👍7'], ['repeated'], []],
  // several in one batch
  ['one', [], ['+👍5', '+👍5'], ['changed', 'repeated'], ['👍5']],
  ['one', [], ['+👍5', '+🎉6', '-*7'], ['changed', 'changed', 'changed'], ['7']],
  ['one', [], ['-*7', '+👍5'], ['repeated', 'repeated'], ['7']],
  ['one', ['👍5'], ['-*6', '+👍7'], ['changed', 'changed'], ['👍7']],
  ['several', ['👍5'], ['-👍6', '+👍7'], ['changed', 'changed'], ['👍7', '6']],
  ['several', [], ['+👍5', '+🎉5', '+👍6'], ['changed', 'changed', 'repeated'], ['👍5', '🎉5']],
])('%s a person: on [%s], %s is %s and leaves [%s]', (count, standing, coming, outcomes, changes) => {
  const reactions = coming.map((reaction) => given(reaction, count === 'one'));
  const decided = decideReactions(reactions, standing.map(stands));
  expect(decided.outcomes).toEqual(outcomes);
  expect(decided.changes.map(short).sort()).toEqual([...changes].sort());
});

test('a reaction whose message is not stored has the outcome absent and no change', () => {
  expect(decideReactions([{ ...given('+👍5', true), messageId: null }], [])).toEqual({
    outcomes: ['absent'],
    changed: [[]],
    changes: [],
  });
});

test.each([
  ['one', ['👍5'], '-*7', ['👍']],
  ['one', ['👍5'], '-🎉7', ['👍']],
  ['several', ['👍5', '🎉6'], '-👍7', ['👍']],
  ['several', ['👍5', '🎉6'], '-*7', ['👍', '🎉']],
  ['one', [], '-*7', []],
  ['one', ['👍9'], '-*7', []],
  ['one', ['👍5'], '+🎉7', ['🎉']],
  ['one', ['👍5'], '+👍7', []],
])('%s a person: on [%s], %s names %s', (count, standing, coming, emojis) => {
  const decided = decideReactions([given(coming, count === 'one')], standing.map(stands));
  expect(decided.changed).toEqual([emojis.map((emoji) => ({ emoji }))]);
});

test('people and messages do not affect each other', () => {
  const ann = given('+👍5', true);
  const decided = decideReactions([ann, { ...ann, sender: 'bob' }, { ...ann, messageId: '8' }], [stands('🎉9')]);
  expect(decided.outcomes).toEqual(['repeated', 'changed', 'changed']);
  expect(decided.changes).toEqual([
    { messageId: '7', sender: 'bob', emoji: '👍', pictureUrl: null, at: at(5) },
    { messageId: '8', sender: 'ann', emoji: '👍', pictureUrl: null, at: at(5) },
  ]);
});

test('a reaction with an image is reported with the image’s address, also when it is removed', () => {
  const added = { ...given('+👍5', false), emoji: PICTURE, pictureUrl: 'https://x.example/1.webp' };
  const shown = { emoji: null, pictureUrl: added.pictureUrl };
  const decided = decideReactions([added, { ...added, action: 'removed', pictureUrl: null, at: at(6) }], []);
  expect(decided.changed).toEqual([[shown], [shown]]);
  expect(decideReactions([added], []).changes).toEqual([
    { messageId: '7', sender: 'ann', emoji: PICTURE, pictureUrl: added.pictureUrl, at: at(5) },
  ]);
});

test('an added reaction without an emoji is refused', () => {
  expect(() => decideReactions([{ ...given('+👍5', true), emoji: null }], [])).toThrow(TypeError);
});
