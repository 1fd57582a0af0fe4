import { expect, test } from 'vitest';
import { decideMergedTurns, type MergedTurn, type MergingTurn } from './decide-merged-turns.ts';

const turn = (id: string, conversationId: number, triggerMessageId: string): MergingTurn => ({
  id,
  conversationId,
  triggerMessageId,
});
/** The conversations 20 and 30 are merged into 10; 50 is not merged. */
const TALKS = [
  { survivorId: 10, mergedIds: [20, 30] },
  { survivorId: 50, mergedIds: [] },
];

test.each<[string, MergingTurn[], MergedTurn[], string[]]>([
  ['nothing is open', [], [], []],
  ['what is open where nothing was merged stays', [turn('a', 10, '7'), turn('b', 50, '8')], [], []],
  [
    'one of a merged conversation moves',
    [turn('a', 20, '9')],
    [{ id: 'a', survivorId: 10, triggerMessageId: '9', mergedIds: [20] }],
    [],
  ],
  [
    'that of the conversation that goes on answers both, up to the newest',
    [turn('a', 10, '7'), turn('b', 20, '10')],
    [{ id: 'a', survivorId: 10, triggerMessageId: '10', mergedIds: [20] }],
    ['b'],
  ],
  [
    'its own newer message stays the newest',
    [turn('a', 10, '100'), turn('b', 20, '99')],
    [{ id: 'a', survivorId: 10, triggerMessageId: '100', mergedIds: [20] }],
    ['b'],
  ],
  [
    'of two merged ones that with the newest message moves',
    [turn('a', 20, '9'), turn('b', 30, '11')],
    [{ id: 'b', survivorId: 10, triggerMessageId: '11', mergedIds: [20, 30] }],
    ['a'],
  ],
])('%s', (_title, turns, moved, ended) => {
  expect(decideMergedTurns(TALKS, turns)).toEqual({ moved, ended });
});
