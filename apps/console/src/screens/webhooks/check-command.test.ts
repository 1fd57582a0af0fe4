import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkCommand } from './check-command.ts';

test('the command prints the signature of exactly these bytes', () => {
  const payload = '{"text":"it\'s 100 % $HOME `id` \\n ✓"}';
  const secret = 'whsec_c2VjcmV0';
  const printed = execFileSync('sh', ['-c', checkCommand(payload)], {
    env: { ...process.env, PARLEY_WEBHOOK_SECRET: secret },
    encoding: 'utf8',
  });
  expect(printed).toContain(createHmac('sha256', secret).update(payload).digest('hex'));
});
