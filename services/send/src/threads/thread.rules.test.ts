import { CHANNELS } from '@parley/common/channels';
import { expect, test } from 'vitest';
import { requireShared, targetOf } from './thread.rules.ts';

test.each([
  ['wa', undefined, 'escalation'],
  ['wa', 'customer_service', 'customer_service'],
  ['fb', undefined, '263902037430900'],
  ['ig', undefined, '1217981644879628'],
  ['fb', '42', '42'],
] as const)('on %s a thread is passed to %s: %s', (channel, given, target) => {
  expect(targetOf(channel, given)).toBe(target);
});

test.each([
  ['wa', '42', /^target must be a role on wa: ai_agent, /],
  ['fb', 'inbox', /^target must be the id of an app at Meta on fb: digits/],
  ['ig', '12a', /^target must be the id of an app/],
] as const)('on %s the target %s is refused', (channel, given, message) => {
  expect(() => targetOf(channel, given)).toThrow(expect.objectContaining({ message: expect.stringMatching(message) }));
});

test('threads are shared on wa, fb and ig alone', () => {
  const refused = CHANNELS.filter((channel) => {
    try {
      requireShared(channel, 'take-thread');
      return false;
    } catch {
      return true;
    }
  });
  expect(refused.toSorted()).toEqual(['tg', 'tt', 'wd']);
  expect(() => requireShared('tg', 'pass-thread')).toThrow(
    expect.objectContaining({
      code: 'unsupported_content',
      message: 'pass-thread is not possible on tg; it is on wa, fb, ig.',
    }),
  );
});
