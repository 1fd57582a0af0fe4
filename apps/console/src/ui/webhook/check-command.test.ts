import { expect, test } from 'vitest';
import { checkCommand } from './check-command.ts';

test('a body is one word of the command, whatever it contains', () => {
  expect(checkCommand(`{"text":"it's $HOME"}`)).toBe(
    `printf '%s' '{"text":"it'\\''s $HOME"}' | openssl dgst -sha256 -hmac "$PARLEY_WEBHOOK_SECRET"`,
  );
});
