import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { makePasswordHasher } from './password-hasher.client.ts';

test('one computation compares a password with those of all people with an address', async () => {
  let computed = 0;
  const hasher = makePasswordHasher({
    compute(password, options) {
      computed++;
      return hash(password, options);
    },
  });
  const first = await hasher.hash('first password');
  const second = await hasher.hash('second password', first);
  const third = await hasher.hash('third password', second);
  const stored = [first, null, second, third];
  for (const [given, password, position] of [
    [stored, 'third password', 3],
    [stored, 'first password', 0],
    [stored, 'none of them', null],
    [[null], 'first password', null],
    [[], 'first password', null],
  ] as const) {
    computed = 0;
    expect(await hasher.match(given, password)).toBe(position);
    expect(computed).toBe(1);
  }
});
