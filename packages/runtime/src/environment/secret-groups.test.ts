import { expect, test } from 'vitest';
import { SECRET_GROUPS, withoutForeignSecrets } from './secret-groups.ts';

const everySecret = Object.values(SECRET_GROUPS).flatMap(({ variables }): readonly string[] => variables);
const everything = Object.fromEntries([...everySecret, 'PATH', 'PARLEY_PUBLIC_URL'].map((name) => [name, 'given']));

test.each([
  [['pairing'], ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'PARLEY_ENCRYPTION_KEYS']],
  [['gateway'], ['PARLEY_ADMIN_TOKEN']],
  [
    ['sandbox'],
    [
      'PARLEY_META_APP_SECRET',
      'PARLEY_META_VERIFY_TOKEN',
      'PARLEY_INSTAGRAM_APP_SECRET',
      'PARLEY_INSTAGRAM_META_APP_SECRET',
      'PARLEY_TIKTOK_APP_SECRET',
    ],
  ],
] as const)('a process that runs %s keeps its own secrets and everything that is no secret', (parts, secrets) => {
  expect(Object.keys(withoutForeignSecrets(everything, parts)).toSorted()).toEqual(
    [...secrets, 'PATH', 'PARLEY_PUBLIC_URL'].toSorted(),
  );
});
