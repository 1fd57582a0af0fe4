import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { bundle } from '../../sdks/typescript/test/bundle.ts';
import { BROWSER_START_MS, openWindow } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';
import { webhookOf } from '../support/webhooks/expectations.ts';

// The SDK for TypeScript in a browser (sdks/typescript/README.md). A page that holds a key is for tests only.
const SDK = fileURLToPath(new URL('../../sdks/typescript/src/index.ts', import.meta.url));
const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

let system: System;
let browser: Browser;
browserTest.beforeAll(({ browser: shared, system: product }) => {
  browser = shared;
  system = product;
}, BROWSER_START_MS);

type Sdk = typeof import('@parley/sdk');

test('calls, errors, pages of events and the verification of a webhook work in a browser', async () => {
  const tenant = await makeTenant(system);
  const { page, context } = await openWindow(browser);
  // The API answers no page of another origin.
  await page.goto(`${system.origin}/docs`);
  await page.evaluate(await bundle(`import * as sdk from ${JSON.stringify(SDK)}; globalThis.parleySdk = sdk;`));
  const login = { baseUrl: `${system.origin}/${tenant.slug}/api/messaging/`, apiKey: tenant.apiKey };

  const to = uniqueDigits('16');
  const done = await page.evaluate(
    async ({ login, to, template }) => {
      const { createClient, ApiError } = Reflect.get(globalThis, 'parleySdk') as Sdk;
      const client = createClient(login);
      const options = { idempotencyKey: `browser-${to}` };
      const input = { channel: 'wa', to, template } as const;
      const sent = await client.messages.send(input, options);
      const again = await client.messages.send(input, options);
      const refused = await client.messages.send({ channel: 'wa', to, message: 'x' }).catch((error: unknown) => error);
      return { ids: [sent.message_id, again.message_id], code: refused instanceof ApiError ? refused.code : null };
    },
    { login, to, template: TEMPLATE },
  );
  expect(done.ids[1]).toBe(done.ids[0]);
  expect(done.code).toBe('no_existing_conversation');

  await tenant.customerWrites(uniqueDigits('16'), { text: 'مرحبا 👋' });
  const { raw, headers, body } = await webhookOf(tenant, 'message.received');
  const given = { raw: String(raw), headers: headers as Record<string, string>, secret: tenant.webhookSecret };
  const verified = await page.evaluate(async ({ raw, headers, secret }) => {
    const { Webhook, WebhookError } = Reflect.get(globalThis, 'parleySdk') as Sdk;
    const forged = await Webhook.verify(`${raw} `, headers, secret).catch((error: unknown) => error);
    return {
      event: await Webhook.verify(raw, headers, secret),
      problem: forged instanceof WebhookError ? forged.problem : null,
    };
  }, given);
  expect(verified).toEqual({ event: body, problem: 'invalid_signature' });

  const pulled = await page.evaluate(async (login) => {
    const { createClient } = Reflect.get(globalThis, 'parleySdk') as Sdk;
    const types: string[] = [];
    for await (const { event } of createClient(login).events.pull({ follow: false, limit: 1 })) types.push(event);
    return types;
  }, login);
  expect(pulled).toContain('message.received');
  await context.close();
});
