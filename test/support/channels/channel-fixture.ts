import type { AcceptedSends, AnyMessage } from '@parley/sandbox/driver/sandbox-driver';
import type { Answer } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { makeTenant, type ReceivedWebhook, type TestTenant } from '../tenants/client.ts';
import { webhookOf } from '../webhooks/expectations.ts';
import type { ChannelTraits, ConnectedAccount } from './conforming-channels.ts';

/** A tenant with one connected account of the channel, and the calls of its tests. */
export interface ChannelFixture {
  tenant: TestTenant;
  account: ConnectedAccount;
  balance(): Promise<number>;
  /** Makes a person write; returns the data of the message.received event. */
  receive(person: string, message?: AnyMessage): Promise<ReceivedWebhook['body']['data']>;
  send(to: string, message: string, more?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** The messages that the provider accepted for this person. */
  accepted(person: string): Promise<AcceptedSends['sends']>;
  /** The data of all events of this type about one message, in the order of arrival. */
  eventsAbout(event: string, messageId: unknown): Promise<ReceivedWebhook['body']['data'][]>;
  /** Makes a person write and waits for the event: earlier events about this person have arrived before it. */
  mark(person: string): Promise<void>;
}

/** Makes a tenant and connects a new account to it. */
export async function openChannelFixture(system: System, channel: ChannelTraits): Promise<ChannelFixture> {
  const { code } = channel;
  const tenant = await makeTenant(system, { channels: ['wa', 'tg', 'fb', 'ig', 'tt'], connectWa: code === 'wa' });
  const account = await channel.connect(system, tenant);
  let marks = 0;
  const receive: ChannelFixture['receive'] = async (person, message = { text: 'hello' }) => {
    const { provider_message_id: id } = await system.sandbox
      .channel(code)
      .customerWrites(person, { account: account.id, ...message });
    return (await webhookOf(tenant, 'message.received', (data) => data.provider_message_id === id)).body.data;
  };
  return {
    tenant,
    account,
    receive,
    balance: async () => (await tenant.get('status')).body.balance,
    send: (to, message, more = {}, headers = {}) =>
      tenant.post('send', { channel: code, to, message, ...more }, headers),
    async accepted(person) {
      return (await system.sandbox.calls({ channel: code, to: person })).sends;
    },
    async eventsAbout(event, messageId) {
      const of = ({ body }: ReceivedWebhook) => body.event === event && body.data.message_id === messageId;
      return (await tenant.webhooks()).filter(of).map(({ body }) => body.data);
    },
    async mark(person) {
      await receive(person, { text: `mark ${marks++}` });
    },
  };
}
