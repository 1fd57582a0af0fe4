import { expect, test } from 'vitest';
import { measureMessage } from './message-length.ts';

test.each([
  ['wa', 'a'.repeat(4096), false, { length: 4096, limit: 4096, unit: 'characters' }],
  ['wa', 'a'.repeat(1025), true, { length: 1025, limit: 1024, unit: 'characters' }],
  ['fb', 'a'.repeat(1025), true, { length: 1025, limit: 2000, unit: 'characters' }],
  ['wa', '🍰', false, { length: 2, limit: 4096, unit: 'characters' }],
  // An Arabic letter has two bytes.
  ['ig', 'ا'.repeat(501), false, { length: 1002, limit: 1000, unit: 'bytes' }],
] as const)(
  '%s counts a text in its own unit, with the limit of a text or a caption',
  (channel, text, hasFile, measured) => {
    expect(measureMessage(channel, text, { hasFile })).toEqual(measured);
  },
);
