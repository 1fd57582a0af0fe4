import type { EventType } from '../events.ts';
import type { EventData } from './event-data.ts';
import type { PlatformEventData, PlatformEventType } from './platform-events.ts';
import { sampleOptIn } from './sample-opt-in-events.ts';

/** Members of every sample. These ids belong to no real account or person. */
const conversation_id = 1;
const channel = 'wa';
const account = { id: '100000000000001', number: '+15550100', label: 'Sample account' };
const customer = '+15550101';
const provider_message_id = 'wamid.SAMPLE';
const message_id = '1';

type Sample = { [T in EventType]: EventData<T> } & { [T in PlatformEventType]: PlatformEventData<T> };

function samplesAt(at: string): Sample {
  const received: EventData<'message.received'> = {
    channel,
    conversation_id,
    message_id: 1,
    from: customer,
    account,
    text: 'This is a test event.',
    attachments: [],
    received_at: at,
    reply_until: null,
    provider_message_id,
    sender: { name: 'Sample person', username: null, phone: customer },
    reply_to: null,
  };
  const sent: EventData<'message.sent'> = {
    channel,
    conversation_id,
    message_id,
    to: customer,
    account,
    text: 'This is a test event.',
    attachments: [],
    origin: 'api',
    template: null,
    provider_message_id,
    sent_at: at,
  };
  const conversation = {
    id: conversation_id,
    channel,
    account,
    peer: customer,
    name: 'Sample person',
    status: 'open',
    created_at: at,
  } as const;
  const notification = {
    notification_id: 'ntf_sample00000',
    kind: 'unanswered',
    provider: 'sample',
    provider_id: null,
    accepted_at: at,
  };
  return {
    'message.received': received,
    'message.sent': sent,
    'message.status': {
      channel,
      conversation_id,
      message_id,
      to: customer,
      account,
      status: 'delivered',
      at,
      error: null,
      provider_message_id,
    },
    'message.reaction': {
      channel,
      conversation_id,
      message_id,
      from: customer,
      account,
      emoji: '👍',
      action: 'added',
      at,
      provider_message_id,
    },
    'comment.received': {
      platform: 'fb',
      comment_id: '100000000000002_1',
      post_id: '100000000000001_100000000000002',
      parent_id: null,
      text: 'This is a test event.',
      from: { id: '100000000000003', name: 'Sample person' },
      conversation_id,
      account: { id: account.id, number: null, label: account.label },
      created_at: at,
    },
    'channel.connected': { channel, id: account.id, name: account.label, identifier: account.number, connected_at: at },
    'channel.disconnected': { channel, id: account.id, name: account.label, reason: 'api', disconnected_at: at },
    ...sampleOptIn({ channel, conversation_id, account, customer, message_id, provider_message_id, at }),
    'message-sent': sent,
    'bot-message': {
      ...sent,
      origin: 'bot',
      bot: { id: 'bot_sample00000', name: 'Sample bot' },
      turn_id: 'trn_sample00000',
      usage: { provider: 'openai', model: 'sample', input_tokens: 1, output_tokens: 1 },
      handed_over: false,
    },
    'new-messages': { conversation, messages: [received] },
    'new-conversation-created': { conversation, started_by: 'customer' },
    'new-conversation': { conversation, reopened: false, first_message: received },
    'conversation-status-updated': {
      conversation_id,
      status: 'resolved',
      previous_status: 'open',
      by: { type: 'operator', id: null },
      at,
    },
    'sms-sent': { ...notification, to: '+1555…01' },
    'email-sent': { ...notification, to: 's…@shop.example' },
  };
}

const isType = (type: string, samples: Sample): type is keyof Sample => type in samples;

/** The `data` of a sample event, with all members of the event; empty for an unknown type. */
export function sampleEvent(type: string, at: Date): object {
  const samples = samplesAt(at.toISOString());
  return isType(type, samples) ? samples[type] : {};
}
