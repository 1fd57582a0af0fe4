import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../sdks/conformance/support/language.ts';
import { ensurePhp } from '../../sdks/conformance/support/programs.ts';
import { type System, startSystem } from '../../test/support/system/system.ts';
import { makeTenant, uniqueDigits } from '../../test/support/tenants/client.ts';

const PROGRAM = fileURLToPath(new URL('order-status.php', import.meta.url));

let system: System;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-order-status-'));
  system = await startSystem('one-machine');
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

test('order-status.php answers each question about an order once', async () => {
  const tenant = await makeTenant(system);
  const php = await ensurePhp();
  const answer = (cursor: string) =>
    run(php, [PROGRAM, '--once'], {
      env: {
        ...process.env,
        PARLEY_BASE_URL: `${system.origin}/${tenant.slug}/api/messaging/`,
        PARLEY_API_KEY: tenant.apiKey,
        PARLEY_CURSOR_FILE: join(folder, cursor),
      },
    });
  const textsOf = async (type: string): Promise<string[]> => {
    const { body } = await tenant.get('events', { limit: '500' });
    return body.events.flatMap((event: { event: string; data: { text: string } }) =>
      event.event === type ? [event.data.text] : [],
    );
  };
  const untilAsked = (count: number) =>
    pollUntil(async () => (await textsOf('message.received')).length === count || null, {
      what: () => `${count} questions in the ledger`,
    });
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Order 1043?' });
  await untilAsked(1);
  // The first start handles no earlier question.
  expect((await answer('first')).stdout).toBe('');
  await copyFile(join(folder, 'first'), join(folder, 'old'));
  const questions = ['Where is order 1042?', 'Hello', 'And order #7?'];
  for (const text of questions) await tenant.customerWrites(customer, { text });
  await untilAsked(1 + questions.length);

  expect((await answer('first')).stdout).toContain('Your order 1042 is on its way.');
  expect((await answer('first')).stdout).toBe('');
  // An old position: the events after it are handled again, with the same idempotency keys.
  await answer('old');
  const answers = ['Your order 1042 is on its way.', 'We have no order 7.'];
  expect((await textsOf('message.sent')).toSorted()).toEqual(answers.toSorted());
});
