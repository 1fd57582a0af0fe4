import { wordsOf } from '@parley/common/text/words-of';
import { expect, test } from 'vitest';
import { pickColleagues } from './note.rules.ts';

const TEAM = [
  { memberId: 'mem_1', name: 'Amal Hassan' },
  { memberId: 'mem_2', name: 'أحمد الهاشمي' },
  { memberId: 'mem_3', name: 'Priya' },
  { memberId: 'mem_4', name: 'José' },
];

test.each([
  ['', null, ['mem_1', 'mem_2', 'mem_3', 'mem_4']],
  ['', 'mem_1', ['mem_2', 'mem_3', 'mem_4']],
  ['has', null, ['mem_1']],
  ['ha am', null, ['mem_1']],
  ['احمد', null, ['mem_2']],
  ['assan', null, []],
  ['JOSÉ', null, ['mem_4']],
  ['jose', null, ['mem_4']],
] as const)('“%s” of %s finds %s', (q, reader, found) => {
  expect(pickColleagues(TEAM, { sought: wordsOf(q), reader }).map(({ memberId }) => memberId)).toEqual(found);
});
