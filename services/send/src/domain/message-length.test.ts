import type { Channel } from '@parley/common/channels';
import { describe, expect, test } from 'vitest';
import { checkLength } from './message-length.ts';

const limits: [Channel, number, number][] = [
  ['wa', 4096, 1024],
  ['wd', 4096, 1024],
  ['tg', 4096, 1024],
  ['fb', 2000, 2000],
  ['tt', 6000, 6000],
];

describe('the length of a message', () => {
  test.each(limits)('on %s is at most %i, with a file %i', (channel, text, withFile) => {
    expect(() => checkLength(channel, 'x'.repeat(text), { hasFile: false })).not.toThrow();
    expect(() => checkLength(channel, 'x'.repeat(withFile), { hasFile: true })).not.toThrow();
    const tooLong = expect.objectContaining({ code: 'invalid_message' });
    expect(() => checkLength(channel, 'x'.repeat(text + 1), { hasFile: false })).toThrow(tooLong);
    expect(() => checkLength(channel, 'x'.repeat(withFile + 1), { hasFile: true })).toThrow(tooLong);
  });

  test('on ig is counted in bytes', () => {
    expect(() => checkLength('ig', 'é'.repeat(500), { hasFile: false })).not.toThrow();
    expect(() => checkLength('ig', 'é'.repeat(501), { hasFile: false })).toThrow();
  });

  test('of a list on tg has what its buttons cannot show, which is written below it', () => {
    const rows = [{ id: 'tea', title: 'Tea', description: 'x'.repeat(72) }];
    const rich = { list: { button: 'Choose', sections: [{ rows }] } };
    expect(() => checkLength('tg', 'x'.repeat(4000), { hasFile: false, rich })).not.toThrow();
    expect(() => checkLength('tg', 'x'.repeat(4090), { hasFile: false, rich })).toThrow(/4096/);
    expect(() => checkLength('wa', 'x'.repeat(4090), { hasFile: false, rich })).not.toThrow();
  });
});
