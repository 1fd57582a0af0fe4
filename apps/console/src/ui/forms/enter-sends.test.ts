import { expect, test } from 'vitest';
import { doesSend } from './enter-sends.ts';

const ENTER = { key: 'Enter', ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  ['Enter', ENTER, false, false],
  ['Enter by choice', ENTER, true, true],
  ['Shift-Enter by choice', { ...ENTER, shiftKey: true }, true, false],
  ['Ctrl-Enter', { ...ENTER, ctrlKey: true }, false, true],
  ['Ctrl-Shift-Enter by choice', { ...ENTER, ctrlKey: true, shiftKey: true }, true, true],
  ['Command-Enter', { ...ENTER, metaKey: true }, false, true],
  ['another key by choice', { ...ENTER, key: 'a' }, true, false],
])('%s', (_keys, event, enterSends, sends) => {
  expect(doesSend(event, enterSends)).toBe(sends);
});
