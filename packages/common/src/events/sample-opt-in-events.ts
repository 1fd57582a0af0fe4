import type { EventData } from './event-data.ts';
import type { OPT_IN_EVENT_TYPES } from './event-types.ts';

type OptIn = (typeof OPT_IN_EVENT_TYPES)[number];

/** Ids and addresses that the samples of all types share. */
export interface SampleFacts {
  channel: 'wa';
  conversation_id: number;
  account: { id: string; number: string; label: string };
  customer: string;
  message_id: string;
  provider_message_id: string;
  at: string;
}

const comment = {
  platform: 'fb',
  comment_id: '100000000000002_1',
  post_id: '100000000000001_100000000000002',
  parent_id: null,
} as const;

/** Samples of the opt-in types. */
export function sampleOptIn(facts: SampleFacts): { [T in OptIn]: EventData<T> } {
  const { channel, conversation_id, account, customer, message_id, provider_message_id, at } = facts;
  const contact = { channel, conversation_id, from: customer, account } as const;
  const changed = { channel, conversation_id, message_id, direction: 'in', peer: customer, account } as const;
  const page = { id: account.id, number: null, label: account.label };
  return {
    'message.updated': { ...changed, text: 'This is a test event, edited.', edited_at: at, provider_message_id },
    'message.deleted': { ...changed, by: 'customer', deleted_at: at, provider_message_id },
    'contact.typing': { ...contact, state: 'typing', at },
    'contact.opt_out': { ...contact, opted_out: true, by: 'customer', at },
    'contact.referral': {
      ...contact,
      referral: {
        source: 'link',
        source_id: null,
        url: null,
        headline: null,
        body: null,
        media_url: null,
        ctwa_clid: null,
        ref: 'sample',
      },
      at,
    },
    'group.updated': {
      channel: 'wd',
      conversation_id,
      account,
      group_id: '120363000000000001@g.us',
      subject: 'Sample group',
      joined: [customer],
      left: [],
      promoted: [],
      demoted: [],
      description: null,
      settings: null,
      invite_changed: false,
      by: null,
      at,
    },
    'group.join_request': {
      channel: 'wd',
      conversation_id,
      account,
      group_id: '120363000000000001@g.us',
      person: customer,
      state: 'requested',
      method: 'invite_link',
      by: customer,
      at,
    },
    'call.received': { ...contact, call_id: 'sample', state: 'ringing', video: false, at },
    'template.status': {
      channel,
      business_id: '100000000000004',
      template_id: '100000000000005',
      name: 'sample_template',
      language: 'en',
      status: 'REJECTED',
      reason: 'INVALID_FORMAT',
      details: 'Two parameters are next to each other.',
      recommendation: 'Separate the parameters with text.',
      disable_date: null,
      quality: null,
      category: null,
      upcoming_category: null,
      upcoming_at: null,
      at,
    },
    'channel.health': {
      channel,
      id: account.id,
      name: account.label,
      quality: 'YELLOW',
      limit: 'TIER_1K',
      restrictions: [],
      state: 'online',
      reason: null,
      payment_missing: false,
      at,
    },
    'comment.updated': {
      ...comment,
      conversation_id,
      account: page,
      text: 'This is a test event, edited.',
      from: { id: '100000000000003', name: 'Sample person' },
      hidden: null,
      updated_at: at,
    },
    'comment.deleted': { ...comment, conversation_id, account: page, deleted_at: at },
    'conversation.control': {
      channel,
      conversation_id,
      peer: customer,
      account,
      state: 'ours',
      reason: 'passed',
      role: 'escalation',
      previous_role: 'ai_agent',
      app_id: null,
      previous_app_id: null,
      metadata: 'The customer asks for a person.',
      summary: 'The customer wants to return an order.',
      at,
    },
  };
}
