import { readdirSync, readFileSync } from 'node:fs';
import { makeForwardItems } from '@parley/inbound/use-cases/forward-items';
import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import type { InboundItem } from '@parley/providers/inbound-item';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenComments, openComments } from './open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
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
    const forwardItems = makeForwardItems({
      storeComments: (changes) => service.store(...changes),
      setAside: async (_change, reason) => {
        throw new Error(reason);
      },
      reportBroken: async () => {},
      reportBusiness: async () => {},
      findAccounts: async () => new Map(),
    });
    const context = { requestId: 'req_test', deadlineAt: Date.now() + 10_000 };
    await forwardItems(items, context);
    await forwardItems(items, context);
    const toReport = new Set(
      comments.filter(({ change, isOwn }) => change === 'added' && !isOwn).map(({ commentId }) => commentId),
    );
    const reported = (await service.events(tenant)).map(({ data }) => data);
    expect(reported.map(({ comment_id: id }) => id).toSorted()).toEqual([...toReport].toSorted());
    for (const { account } of reported) expect(account).toMatchObject({ number: null, label: 'Recorded' });
  });
});
