import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { signHub, verifyHubSignature } from '@parley/providers/graph/signature';
import { isTiktokSignature, signTiktok } from '@parley/providers/tiktok/tiktok-signature';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { APP_SECRET, openForTest } from '../../test/open-inbound.ts';
import { BOT, BOT_SECRET, WA_TOKEN } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, messagesBody, textMessage, textUpdate, wamid } from '../../test/wa-bodies.ts';

const context = { requestId: 'req_test' };

test('a webhook without the provider’s signature is refused and leaves nothing', async () => {
  const inbound = await openForTest();
  const raw = JSON.stringify(messagesBody('Eve', textMessage('15551234567', 'forged')));
  const good = signHub(Buffer.from(raw), APP_SECRET);
  const forged = [
    null,
    '',
    'sha256=',
    `sha256=${'0'.repeat(64)}`,
    good.slice(0, -1),
    signHub(Buffer.from(raw), 'other'),
  ];
  for (const signature of forged) {
    const call = inbound.call(receiveCallback, { provider: 'meta', account: null, raw, signature });
    await expect(call).rejects.toMatchObject({ code: 'invalid_signature' });
  }
  const changed = { provider: 'meta' as const, account: null, raw: raw.replace('forged', 'edited'), signature: good };
  await expect(inbound.call(receiveCallback, changed)).rejects.toMatchObject({ code: 'invalid_signature' });
  const update = JSON.stringify(textUpdate(1, 1, 'forged'));
  for (const [account, signature] of [
    [BOT, null],
    [BOT, 'wrong'],
    ['424242', BOT_SECRET],
    [null, BOT_SECRET],
  ] as const) {
    const call = inbound.call(receiveCallback, { provider: 'telegram', account, raw: update, signature });
    await expect(call).rejects.toMatchObject({ code: 'invalid_signature' });
  }
  expect(await inbound.rows('SELECT 1 FROM messages')).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
  const counted = await inbound.metrics.getSingleMetric('parley_inbound_forged_total')?.get();
  expect(counted?.values.map(({ labels, value }) => [labels.provider, value]).sort()).toEqual([
    ['meta', 7],
    ['telegram', 4],
  ]);
});

test('without an app secret every Meta webhook is refused', async () => {
  const inbound = await openForTest({ variables: { PARLEY_META_APP_SECRET: '' } });
  await expect(inbound.receiveMeta(messagesBody('Ann', textMessage('1555', 'x')))).rejects.toMatchObject({
    code: 'invalid_signature',
  });
});

test('a provider whose secret is empty has its webhooks refused, signed with the empty secret too', async () => {
  const inbound = await openForTest({
    variables: { PARLEY_META_APP_SECRET: '', PARLEY_TIKTOK_APP_SECRET: '', PARLEY_META_VERIFY_TOKEN: '' },
  });
  const raw = JSON.stringify(messagesBody('Eve', textMessage('15551234567', 'x')));
  for (const [provider, signature] of [
    ['meta', signHub(Buffer.from(raw), '')],
    ['tiktok', signTiktok(raw, '', Math.floor(Date.now() / 1000))],
  ] as const)
    await expect(inbound.call(receiveCallback, { provider, account: null, raw, signature })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
  for (const token of ['', 'undefined'])
    await expect(
      inbound.call(verifySubscription, { provider: 'meta', mode: 'subscribe', token, challenge: 'c' }),
    ).rejects.toMatchObject({
      code: 'invalid_verify_token',
    });
  const raws = [raw, JSON.stringify({ event: 'im_receive_msg' })];
  for (const text of raws) {
    expect(verifyHubSignature(Buffer.from(text), signHub(Buffer.from(text), ''), '')).toBe(false);
    expect(isTiktokSignature(text, signTiktok(text, '', Math.floor(Date.now() / 1000)), '', new Date())).toBe(false);
  }
});

test('the secret of a disconnected bot is no longer accepted', async () => {
  const inbound = await openForTest();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE channel = 'tg'`);
  await expect(inbound.receiveTg(textUpdate(1, 1, 'x'))).rejects.toMatchObject({ code: 'invalid_signature' });
});

test('a signed body that is not JSON is invalid_json', async () => {
  const inbound = await openForTest();
  const raw = '{"object":';
  const signature = signHub(Buffer.from(raw), APP_SECRET);
  await expect(
    inbound.bus.call(receiveCallback, { provider: 'meta', account: null, raw, signature }, context),
  ).rejects.toMatchObject({ code: 'invalid_json' });
});

test('the callback address is verified only by its token', async () => {
  const inbound = await openForTest();
  const input = { provider: 'meta' as const, mode: 'subscribe', token: 'verify-me', challenge: '1158201444' };
  expect(await inbound.call(verifySubscription, input)).toEqual({ challenge: '1158201444' });
  for (const wrong of [{ token: 'other' }, { mode: 'unsubscribe' }])
    await expect(inbound.call(verifySubscription, { ...input, ...wrong })).rejects.toMatchObject({
      code: 'invalid_verify_token',
    });
});

test('a malformed element is kept as unknown, and the others are stored', async () => {
  const inbound = await openForTest();
  const good = textMessage('15551234567', 'good');
  const strange = [null, 'text', { id: wamid() }, { ...textMessage('1', 'x'), type: null, text: null }];
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ messages: [...strange, good] })), changeOf(changeValue({}), 'new_field'), 'nonsense'),
  );
  expect((await inbound.events()).map(({ data }) => data.text)).toEqual(['good']);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toHaveLength(strange.length + 2);
});

test('an element that the database refuses is quarantined, and the others of its batch arrive', async () => {
  const inbound = await openForTest();
  await inbound.rows(`ALTER TABLE messages ADD CONSTRAINT refuses CHECK (text <> 'poisoned')`);
  const poisoned = textMessage('15551234567', 'poisoned');
  const bodies = Array.from({ length: 20 }, (_, index) => messagesBody('P', textMessage(`155500000${index}`, 'good')));
  await Promise.all([
    ...bodies.slice(0, 10).map(inbound.receiveMeta),
    inbound.receiveMeta(
      messagesBody('P', textMessage('15551234567', 'before'), poisoned, textMessage('15551234567', 'after')),
    ),
    ...bodies.slice(10).map(inbound.receiveMeta),
  ]);
  const reported = (await inbound.events()).map(({ data }) => data.text);
  expect(reported.filter((text) => text === 'good')).toHaveLength(20);
  expect(reported.filter((text) => text !== 'good')).toEqual(['before', 'after']);
  expect(await inbound.rows('SELECT tenant_id, channel, source, kind, reason FROM quarantined_elements')).toEqual([
    {
      tenant_id: inbound.tenantId,
      channel: 'wa',
      source: 'webhook',
      kind: 'message',
      reason: 'refused by the database (23514)',
    },
  ]);
});

test('ids longer than an index entry lose no message and stay distinct', async () => {
  const inbound = await openForTest();
  const long = (end: string) => `wamid.${'x'.repeat(20_000)}${end}`;
  const messages = [long('a'), long('b'), long('a')].map((id) => textMessage('15551234567', id.slice(-1), { id }));
  await inbound.receiveMeta(messagesBody('P', ...messages));
  expect((await inbound.events()).map(({ data }) => data.text)).toEqual(['a', 'b']);
});

test('characters that PostgreSQL cannot store lose no message', async () => {
  const inbound = await openForTest();
  const message = textMessage('15551234567', 'a\u0000b\ud83dc 😀');
  await inbound.receiveMeta(messagesBody('An\u0000n', message));
  const [event] = await inbound.events();
  expect(event?.data).toMatchObject({ text: 'ab\ufffdc 😀', sender: { name: 'Ann' } });
});

test('a message for an unconnected account is kept as unknown and its webhook gets 200', async () => {
  const inbound = await openForTest();
  const answer = await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ messages: [textMessage('15551234567', 'lost?')] }, '404404404'))),
  );
  expect(answer).toEqual({ items: 1 });
  expect(await inbound.events()).toEqual([]);
  expect(await inbound.rows('SELECT channel, reason FROM unknown_provider_events')).toEqual([
    { channel: 'wa', reason: 'no connected account' },
  ]);
});

test('no event contains a credential of the account', async () => {
  const inbound = await openForTest();
  const image = { image: { id: '1', mime_type: 'image/jpeg', url: 'https://lookaside.fbsbx.com/x' }, type: 'image' };
  await inbound.receiveMeta(
    messagesBody('Ann', textMessage('15551234567', 'x'), textMessage('15551234567', '', image)),
  );
  await inbound.receiveTg(textUpdate(5, 5, 'x'));
  const bodies = await inbound.rows<{ data: string }>('SELECT data FROM events');
  expect(bodies).toHaveLength(3);
  for (const { data } of bodies) {
    expect(data).not.toContain(WA_TOKEN);
    expect(data).not.toContain('AAHdqTcvCH1');
    expect(data).not.toContain('lookaside');
  }
});

test('during a database outage the provider gets an error and repeats its webhook, which is stored once', async () => {
  const inbound = await openForTest({ behindSwitch: true });
  const body = messagesBody('Ann', textMessage('15551234567', 'kept'));
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'first')));
  inbound.databaseSwitch?.cut();
  const away = { code: 'service_unavailable', extras: { retry_after: 1 } };
  await expect(inbound.receiveMeta(body)).rejects.toMatchObject(away);
  await expect(inbound.receiveTg(textUpdate(5, 5, 'x'))).rejects.toMatchObject(away);
  inbound.databaseSwitch?.restore();
  await inbound.receiveMeta(body);
  await inbound.receiveMeta(body);
  expect((await inbound.events()).map(({ data }) => data.text)).toEqual(['first', 'kept']);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test('webhooks whose transaction was cut off are complete after the provider’s repeat, and reported once', async () => {
  const inbound = await openForTest({ behindSwitch: true });
  const bodies = Array.from({ length: 60 }, (_, index) =>
    messagesBody('P', textMessage(`155500000${index}`, `m${index}`)),
  );
  const first = Promise.allSettled(bodies.map(inbound.receiveMeta));
  await pollUntil(async () => ((await inbound.rows('SELECT 1 FROM messages LIMIT 1')).length > 0 ? true : null), {
    what: () => 'the first message',
    everyMs: 1,
  });
  inbound.databaseSwitch?.cut();
  const refusedOf = (given: readonly unknown[], answers: readonly PromiseSettledResult<unknown>[]) =>
    given.filter((_, index) => answers[index]?.status === 'rejected');
  let refused = refusedOf(bodies, await first);
  inbound.databaseSwitch?.restore();
  // Like the provider's repeat: a broken connection in the pool may not have been noticed yet.
  await pollUntil(
    async () => {
      refused = refusedOf(refused, await Promise.allSettled(refused.map(inbound.receiveMeta)));
      return refused.length === 0 ? true : null;
    },
    { what: () => `${refused.length} webhooks that are refused` },
  );
  const reported = (await inbound.events()).map(({ data }) => data.text);
  expect(reported.sort()).toEqual(bodies.map((_, index) => `m${index}`).sort());
});
