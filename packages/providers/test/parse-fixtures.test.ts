import { readFileSync } from 'node:fs';
import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';

const RECEIVED_AT = new Date('2026-06-01T12:00:00Z');
const parsers = {
  wa: (body: unknown) => parseWaWebhook(body, RECEIVED_AT),
  tg: (body: unknown) => parseTelegramUpdate(body, '7000001', RECEIVED_AT),
  fb: (body: unknown) => parsePageWebhook(body, RECEIVED_AT),
  ig: (body: unknown) => parseInstagramWebhook(body, RECEIVED_AT),
};

/** The item without the provider's own element. */
function reported(item: InboundItem): unknown {
  const { raw: _raw, ...rest } = { raw: null, ...item };
  // Dates as text, as in the expectations.
  return JSON.parse(JSON.stringify(rest));
}

describe.each(['wa', 'tg', 'fb', 'ig'] as const)('webhooks of %s', (channel) => {
  const names = fixtureNames(channel, 'webhook-');
  const expected: Record<string, unknown> = JSON.parse(
    readFileSync(new URL(`expected/${channel}.json`, import.meta.url), 'utf8'),
  );

  test('each fixture has an expectation', () => {
    expect(Object.keys(expected).sort()).toEqual(names);
  });

  test.each(names)('%s becomes exactly the expected items', (name) => {
    expect(parsers[channel](fixture(channel, name)).map(reported)).toEqual(expected[name]);
  });
});
