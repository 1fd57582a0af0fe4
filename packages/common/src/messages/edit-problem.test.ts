import { expect, test } from 'vitest';
import { editProblemOf } from './edit-problem.ts';

const TEXT = { hasFile: false, isTemplate: false, content: null };

test.each([
  ['tg', TEXT, null],
  ['tg', { ...TEXT, hasFile: true }, null],
  ['wd', { ...TEXT, hasFile: true }, 'file'],
  ['tg', { ...TEXT, isTemplate: true }, 'template'],
  ['tg', { ...TEXT, content: { location: { latitude: 1, longitude: 2 } } }, 'textless'],
  ['tg', { ...TEXT, content: { poll: { question: 'q', options: ['a', 'b'], multiple: false } } }, 'textless'],
  ['tg', { ...TEXT, content: { buttons: [{ id: 'a', title: 'A' }] } }, 'buttons'],
] as const)('on %s %o: %s', (channel, facts, problem) => {
  // safe: literals of the types of the contract, only readonly
  expect(editProblemOf(channel, facts as Parameters<typeof editProblemOf>[1])).toBe(problem);
});
