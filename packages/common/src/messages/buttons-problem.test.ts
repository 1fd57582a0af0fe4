import { expect, test } from 'vitest';
import { buttonsProblemOf } from './buttons-problem.ts';
import { CAPABILITIES } from './capabilities.ts';

const replies = (count: number) => Array.from({ length: count }, () => ({}));
const links = (count: number) => Array.from({ length: count }, () => ({ url: 'https://parley.example/' }));

test.each([
  ['wa', replies(3), null],
  ['wa', replies(4), 'replies'],
  ['wa', links(1), null],
  ['wa', links(2), 'links'],
  ['wa', [...replies(1), ...links(1)], 'mixed'],
  ['tg', [...replies(5), ...links(5)], null],
  ['fb', [...replies(2), ...links(2)], 'links'],
  ['wd', replies(1), 'none'],
  ['tt', links(1), 'links'],
] as const)('on %s %o: %s', (channel, buttons, problem) => {
  expect(buttonsProblemOf(CAPABILITIES[channel], buttons)).toBe(problem);
});
