import { expect, test } from 'vitest';
import { mentionedIn, splitMentions } from './note.ts';

const AMAL = { id: 'mem_1', name: 'Amal' };
const AMAL_HASSAN = { id: 'mem_2', name: 'Amal Hassan' };

test('only members whose mention is left in the text are mentioned', () => {
  expect(mentionedIn('@Amal Hassan look', [AMAL_HASSAN, { id: 'mem_3', name: 'Priya' }, AMAL_HASSAN])).toEqual([
    'mem_2',
  ]);
});

test.each([
  ['no mention @', [AMAL], ['no mention @']],
  ['@Amal Hassan, ask @Amal!', [AMAL, AMAL_HASSAN], ['[@Amal Hassan]', ', ask ', '[@Amal]', '!']],
  ['a@@Amal', [AMAL], ['a@', '[@Amal]']],
  ['', [AMAL], []],
])('marks the mentions of “%s”', (text, members, shown) => {
  const parts = splitMentions(text, members);
  expect(parts.map(({ part, isMention }) => (isMention ? `[${part}]` : part))).toEqual(shown);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
});
