import { CHANNELS } from '@parley/common/channels';
import { passThread } from '@parley/common/contracts/messages/pass-thread';
import { releaseThread } from '@parley/common/contracts/messages/release-thread';
import { takeThread } from '@parley/common/contracts/messages/take-thread';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
let to: string;
beforeAll(async () => {
  system = await openSend();
});
afterAll(() => system[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await system.addTenant();
  to = makeStranger();
  await tenant.customerWrote('wa', to);
  await system.rows(`UPDATE api_keys SET events = events || '{conversation.control}' WHERE tenant_id = $1`, tenant.id);
});

const call = async <C extends Contract>(contract: C, input: InputOf<C>, key?: string) =>
  (
    await system.bus.callWithMeta(contract, input, {
      requestId: 'req_test',
      caller: { tenantId: tenant.id, tenantSlug: tenant.slug, instanceId: tenant.instanceId, channels: [...CHANNELS] },
      ...(key === undefined ? {} : { idempotency: { key, bodyHash: 'aa' } }),
    })
  ).output;
const thread = async () =>
  (
    await system.rows<{ owner: string | null; shared: boolean; epoch: number }>(
      `SELECT c.thread_owner AS owner, a.shared_since IS NOT NULL AS shared, c.bot_epoch AS epoch
         FROM conversations c JOIN channel_accounts a ON a.id = c.channel_account_id WHERE c.tenant_id = $1`,
      tenant.id,
    )
  )[0];
const actsOf = async () =>
  (await system.sandbox.driver.acts({ to: to.slice(1) })).map(({ act, target }) => [act, target]);
async function other(facts: { owner: 'ours' | 'theirs' | 'idle'; may_take?: boolean }): Promise<void> {
  const [row] = await system.rows<{ account: string }>(
    'SELECT external_id AS account FROM channel_accounts WHERE id = $1',
    tenant.wa,
  );
  const thread = { channel: 'wa', account: row?.account, to: to.slice(1), reports: false } as const;
  await system.sandbox.driver.graph.setThread({ ...thread, ...facts });
}

// docs/reference/threads.md#acts
describe('a thread of wa', () => {
  test('is passed, taken and released: the platform is called, the owner is stored and reported', async () => {
    expect(await call(passThread, { channel: 'wa', to, target: 'customer_service', metadata: 'invoice' })).toEqual({
      ok: true,
      channel: 'wa',
      to,
      threadOwner: 'theirs',
    });
    expect(await thread()).toEqual({ owner: 'theirs', shared: true, epoch: 1 });
    await other({ owner: 'theirs', may_take: true });
    expect(await call(takeThread, { channel: 'wa', to })).toMatchObject({ threadOwner: 'ours' });
    expect(await call(releaseThread, { channel: 'wa', to })).toMatchObject({ threadOwner: 'idle' });
    expect(await thread()).toMatchObject({ owner: 'idle' });
    expect(await actsOf()).toEqual([
      ['pass_thread', 'customer_service'],
      ['take_thread', null],
      ['release_thread', null],
    ]);
    const events = await tenant.events('conversation.control');
    expect(events.map(({ data }) => [data.state, data.reason, data.role, data.metadata])).toEqual([
      ['theirs', 'passed', 'customer_service', 'invoice'],
      ['ours', 'taken', null, null],
      ['idle', 'released', null, null],
    ]);
  });

  test.each([
    ['a take by an app that is not the escalation partner', takeThread, 'theirs', 2_494_191],
    ['a pass of a thread of another app', passThread, 'theirs', 100],
    ['a pass of an idle thread', passThread, 'idle', 100],
    ['a release of a thread of another app', releaseThread, 'theirs', 100],
  ] as const)('%s is refused with the platform’s error, and changes nothing', async (_what, contract, owner, code) => {
    await other({ owner });
    await expect(call(contract, { channel: 'wa', to })).rejects.toMatchObject({
      code: 'graph_error',
      extras: { provider: { code } },
    });
    expect(await thread()).toEqual({ owner: null, shared: false, epoch: 0 });
    expect(await tenant.events('conversation.control')).toEqual([]);
  });

  test('of an unknown person is no_existing_conversation, and of another channel unsupported', async () => {
    await expect(call(takeThread, { channel: 'wa', to: makeStranger() })).rejects.toMatchObject({
      code: 'no_existing_conversation',
    });
    await expect(call(takeThread, { channel: 'tg', to: '1' })).rejects.toMatchObject({ code: 'unsupported_content' });
    await expect(call(passThread, { channel: 'wa', to, target: 'boss' })).rejects.toMatchObject({
      code: 'invalid_target',
    });
  });

  test('whose pass got no answer is not passed again, and the error says to look first', async () => {
    await system.fault({ provider: 'wa', mode: 'hang', after_accept: true });
    await expect(call(passThread, { channel: 'wa', to })).rejects.toMatchObject({
      code: 'provider_timeout',
      message: expect.stringContaining('thread_owner'),
    });
    expect(await actsOf()).toEqual([['pass_thread', 'escalation']]);
  });

  test('that was handed over by a clock ahead of ours is passed all the same', async () => {
    await system.rows(
      "UPDATE conversations SET thread_owner = 'ours', thread_owner_at = now() + interval '1 minute' WHERE tenant_id = $1",
      tenant.id,
    );
    await call(passThread, { channel: 'wa', to });
    expect(await thread()).toMatchObject({ owner: 'theirs' });
  });

  test('is passed once for one Idempotency-Key', async () => {
    await call(passThread, { channel: 'wa', to }, 'once');
    expect(await call(passThread, { channel: 'wa', to }, 'once')).toMatchObject({ threadOwner: 'theirs' });
    expect(await actsOf()).toHaveLength(1);
  });
});
