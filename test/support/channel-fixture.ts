import type { AcceptedSends, AnyMessage } from '@parley/sandbox/driver/sandbox-driver';
import type { Answer } from './call-json.ts';
import { makeTenant, type ReceivedWebhook, type TestTenant } from './client.ts';
import type { ChannelTraits, ConnectedAccount } from './conforming-channels.ts';
import { webhookOf } from './expectations.ts';
import type { System } from './system.ts';

/** A tenant with one connected account of the channel, and what tests do with it. */
export interface ChannelFixture {
  tenant: TestTenant;
  account: ConnectedAccount;
  balance(): Promise<number>;
  /** Lets a person write; answers what was told of it. */
  hear(person: string, message?: AnyMessage): Promise<ReceivedWebhook['body']['data']>;
  send(to: string, message: string, more?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** What the provider accepted for this person. */
  accepted(person: string): Promise<AcceptedSends['sends']>;
  /** Everything told of one message, in the order of its arrival. */
  toldOf(event: string, messageId: unknown): Promise<ReceivedWebhook['body']['data'][]>;
  /** Lets a person write, after everything else that was told so far about this person. */
  mark(person: string): Promise<void>;
}

/** Makes the tenant, and connects an account of its own. */
export async function openChannelFixture(system: System, channel: ChannelTraits): Promise<ChannelFixture> {
  const { code } = channel;
  const tenant = await makeTenant(system, { channels: ['wa', 'tg', 'fb', 'ig', 'tt'], connectWa: code === 'wa' });
  const account = await channel.connect(system, tenant);
  let marks = 0;
  const hear: ChannelFixture['hear'] = async (person, message = { text: 'hello' }) => {
    const { provider_message_id: id } = await system.sandbox
      .channel(code)
      .customerWrites(person, { account: account.id, ...message });
    return (await webhookOf(tenant, 'message.received', (data) => data.provider_message_id === id)).body.data;
  };
  return {
    tenant,
    account,
    hear,
    balance: async () => (await tenant.get('status')).body.balance,
    send: (to, message, more = {}, headers = {}) =>
      tenant.post('send', { channel: code, to, message, ...more }, headers),
    async accepted(person) {
      return (await system.sandbox.calls({ channel: code, to: person })).sends;
    },
    async toldOf(event, messageId) {
      const of = ({ body }: ReceivedWebhook) => body.event === event && body.data.message_id === messageId;
      return (await tenant.webhooks()).filter(of).map(({ body }) => body.data);
    },
    async mark(person) {
      await hear(person, { text: `mark ${marks++}` });
    },
  };
}
