import { readdirSync, readFileSync } from 'node:fs';
import { storeBatch } from '@parley/inbound/batch/store-batch.steps';
import { forwardItems } from '@parley/inbound/callbacks/forward-items.steps';
import { type InboundService, openInboundService } from '@parley/inbound/service';
import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import { parseEnvironment } from '@parley/runtime/environment';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenComments, openComments } from './open-comments.ts';

let service: OpenComments;
let inbound: InboundService;
beforeAll(async () => {
  service = await openComments();
  const parts = {
    environment: parseEnvironment({ PARLEY_PUBLIC_URL: 'https://parley.example' }),
    database: service.database.db,
    cipher: service.cipher,
    bus: service.bus,
    logger: silentLogger,
    metrics: new Registry(),
  };
  const opened = openInboundService(parts, storeBatch);
  const unstorable = (): void => {
    throw new Error('A comment was set aside.');
  };
  inbound = { ...opened, metrics: { ...opened.metrics, unstorable } };
});
afterAll(() => service[Symbol.asyncDispose]());

const parsers = {
  fb: (raw: string) => parsePageWebhook(JSON.parse(raw)),
  ig: (raw: string) => parseInstagramWebhook(JSON.parse(raw)),
  tt: parseTiktokWebhook,
};
const folder = (channel: string) => new URL(`../../../packages/providers/fixtures/${channel}/`, import.meta.url);

function recorded(channel: keyof typeof parsers): [string, InboundItem[]][] {
  return readdirSync(folder(channel))
    .filter((name) => name.startsWith('webhook-'))
    .map((name): [string, InboundItem[]] => [
      name,
      parsers[channel](readFileSync(new URL(name, folder(channel)), 'utf8')),
    ])
    .filter(([, items]) => items.some(({ kind }) => kind === 'comment'));
}

describe.each(['fb', 'ig', 'tt'] as const)('recorded comments of %s', (channel) => {
  test('exist', () => expect(recorded(channel).length).toBeGreaterThan(3));

  test.each(recorded(channel))('%s is stored, and reported once', async (_name, items) => {
    const tenant = await service.makeTenant();
    const comments = items.flatMap((item) => (item.kind === 'comment' ? [item] : []));
    await service.rows(`UPDATE channel_accounts SET status = 'disconnected'`);
    for (const externalId of new Set(comments.map(({ account }) => account.externalId)))
      await service.hold(tenant, channel, externalId);
    const context = { requestId: 'req_test', deadlineAt: Date.now() + 10_000 };
    await forwardItems(inbound, comments, context);
    await forwardItems(inbound, comments, context);
    const toReport = new Set(
      comments.filter(({ change, isOwn }) => change === 'added' && !isOwn).map(({ commentId }) => commentId),
    );
    const reported = (await service.events(tenant)).map(({ data }) => data);
    expect(reported.map(({ comment_id: id }) => id).toSorted()).toEqual([...toReport].toSorted());
    for (const { account } of reported) expect(account).toMatchObject({ number: null, label: 'Recorded' });
  });
});
