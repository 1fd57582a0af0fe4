import { expect, test } from 'vitest';
import { curlOf } from './curl-of.ts';

test('the command for a new key contains the workspace, the action and the key', () => {
  expect(curlOf({ origin: 'https://parley.example', slug: 'bakery', apiKey: 'key' })).toBe(
    "curl -s 'https://parley.example/bakery/api/messaging/?action=channels' -H 'Authorization: Bearer key'",
  );
});
