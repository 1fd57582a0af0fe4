import { expect, test } from 'vitest';
import type { ChannelFixture } from '../../../support/channels/channel-fixture.ts';
import type { ChannelTraits } from '../../../support/channels/conforming-channels.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

interface OfChannel {
  channel: ChannelTraits;
  getSystem: GetSystem;
  /** Its channel is disconnected at the end. */
  getFixture(): ChannelFixture;
  /** A fixture of another tenant; its token ends. */
  getOther(): ChannelFixture;
}

/** Refusals that all channels share. It runs last, because it ends the channels. */
export function refusalPromises({ channel, getSystem, getFixture, getOther }: OfChannel): void {
  test('a person who never wrote, or wrote only to another tenant, cannot be written to, and the attempt costs nothing', async () => {
    const [fixture, other] = [getFixture(), getOther()];
    const stranger = channel.makePerson();
    const theirs = channel.makePerson();
    await fixture.receive(theirs);
    const before = await other.balance();
    for (const person of [stranger, theirs]) {
      const { status, error } = channel.coldSend;
      expect(await other.send(person, 'hello?')).toMatchObject({ status, body: { ok: false, error } });
      expect((await other.accepted(person)).length).toBe(0);
    }
    expect(await other.balance()).toBe(before);
  });

  if (channel.killToken)
    test('a token that the provider refuses permanently disconnects the channel once, and sends are 404 not_connected at once', async () => {
      const other = getOther();
      const person = channel.makePerson();
      await other.receive(person);
      const before = await other.balance();
      await channel.killToken?.(getSystem(), other.account);
      const refusals = await Promise.all([1, 2, 3].map((each) => other.send(person, `still there? ${each}`)));
      for (const { body } of refusals) expect([channel.refusal, 'not_connected']).toContain(body.error);
      expect(refusals.map(({ body }) => body.error)).toContain(channel.refusal);
      const { body: reported } = await webhookOf(other.tenant, 'channel.disconnected');
      expect(reported.data).toMatchObject({ channel: channel.code, id: other.account.id, reason: 'token_revoked' });
      expect(await other.send(person, 'and now?')).toMatchObject({ status: 404, body: { error: 'not_connected' } });
      expect(await webhooksOf(other.tenant, 'channel.disconnected', 1)).toHaveLength(1);
      expect(await other.balance()).toBe(before);
    });

  // docs/reference/channels.md#disconnecting
  test('a disconnected channel is reported once, and neither sends nor receives', async () => {
    const system = getSystem();
    const person = channel.makePerson();
    const fixture = getFixture();
    const { account, tenant } = fixture;
    await fixture.receive(person);
    expect(await channel.disconnect(tenant, account.id)).toMatchObject({
      status: 200,
      body: { status: 'disconnected' },
    });
    const { body: reported } = await webhookOf(tenant, 'channel.disconnected');
    expect(reported.data).toMatchObject({ channel: channel.code, id: account.id, reason: channel.disconnectReason });
    expect(await fixture.send(person, 'anybody?')).toMatchObject({ status: 404, body: { error: 'not_connected' } });
    const text = 'nobody hears this';
    await system.sandbox.channel(channel.code).customerWrites(person, { account: account.id, text });
    expect((await channel.disconnect(tenant, account.id)).body.error).toBe('not_connected');
    // Receipts of earlier tests may still arrive.
    const webhooks = await tenant.webhooks();
    expect(webhooks.filter(({ body }) => body.data.text === text)).toEqual([]);
    expect(webhooks.filter(({ body }) => body.event === 'channel.disconnected')).toHaveLength(1);
  });
}
