import { pollUntil } from '@parley/testing/poll-until';
import { connectPage } from '../channels/connect-channels.ts';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { type ConsoleBrowser, joinTenant } from './console-browser.ts';

/** A tenant, with its parts in the form of the console's inputs. */
export interface Shop {
  tenant: TestTenant;
  owner: ConsoleBrowser;
  /** The input that identifies something of the shop, by operation. */
  inputs: Record<string, object>;
}

/** A tenant with one of everything, and its owner in a browser. */
export async function openShop(system: System): Promise<Shop> {
  const tenant = await makeTenant(system, { channels: ['wa', 'tg', 'fb'] });
  await tenant.customerWrites(uniqueDigits('4916'));
  const page = await connectPage(system, tenant);
  const profile = system.sandbox.profile('fb');
  const comment = await profile.customerComments(uniqueDigits('24'), { account: page.id, text: 'price?' });
  const { browser: owner } = await joinTenant(system, tenant.slug, 'owner');
  const { invitation } = await owner.call('invite-member', {
    email: `i@${tenant.slug}.example`,
    roles: ['agent'],
    by: 'link',
  });
  const second = await joinTenant(system, tenant.slug, 'agent');
  const { member } = await second.browser.call('me', {});
  const recipient = await owner.call('create-recipient', {
    name: 'Ann',
    email: `a@${tenant.slug}.example`,
    language: 'en',
    time_zone: 'UTC',
  });
  const first = <T>(items: () => Promise<{ items: T[] }>): Promise<T> =>
    pollUntil(async () => (await items()).items[0] ?? null, { what: () => 'one of them' });
  const conversation = await first(() => owner.call('list-conversations', { limit: 10 }));
  const delivery = await first(() => owner.call('list-deliveries', { limit: 10 }));
  await pollUntil(async () => (await owner.call('list-comments', { platform: 'fb', limit: 10 })).count > 0 || null, {
    what: () => 'the comment',
  });
  await tenant.get('channels', {});
  const gone = uniqueDigits('4917');
  await tenant.customerWrites(gone);
  const { contact_id } = await first(() => owner.call('list-conversations', { q: gone, limit: 10 }));
  const erasure = await owner.call('erase-contact', { id: contact_id });
  await pollUntil(async () => (await owner.call('show-erasure', { id: erasure.id })).status === 'done' || null, {
    what: () => 'the end of the erasure',
  });
  const asked = await first(() => owner.call('list-requests', { limit: 10 }));
  await owner.call('set-ai-key', { provider: 'openai', api_key: `sk-${tenant.slug}-of-the-shop` });
  const bot = await owner.call('create-bot', {
    name: 'Helper',
    enabled: false,
    key_mode: 'own',
    provider: 'openai',
    model: 'gpt-4o-mini',
    instructions: 'Help.',
  });
  const view = await owner.call('create-view', { name: 'For all', filter: {}, is_shared: true });
  const note = await owner.call('add-note', { id: conversation.id, key: 'a'.repeat(32), text: 'Ours' });
  const reply = await owner.call('create-canned-reply', { title: 'Ours', text: 'Hello' });
  const team = await owner.call('create-team', { name: 'Support', by_turns: true });
  const label = await owner.call('create-label', { title: 'VIP', color: 'red' });
  const upload = await owner.call('begin-upload', { filename: 'price.pdf', size: 3 });
  const key = { instance_id: tenant.instanceId };
  const thread = { id: conversation.id };
  const number = { id: tenant.phoneNumberId };
  const session_token = (await owner.call('create-session', { label: 'Phone' })).session_token;
  return {
    tenant,
    owner,
    inputs: {
      'revoke-invitation': { id: invitation.id },
      'change-member-roles': { id: member?.id, roles: ['developer'] },
      'remove-member': { id: member?.id },
      'get-key': key,
      'update-key': { ...key, label: 'Eve' },
      'revoke-key': key,
      'rotate-secret': key,
      'rotate-key': { ...key, grace_hours: 1 },
      'remove-tenant-channel': { channel: 'wa', id: tenant.phoneNumberId },
      'get-username': number,
      'set-username': { ...number, username: 'eve_was_here' },
      'delete-username': number,
      'get-call-settings': number,
      'set-call-settings': { ...number, is_on: true, is_icon_shown: true, asks_permission: false, hours: null },
      'get-webhook': key,
      'show-webhook-figures': key,
      'pause-webhook': key,
      'resume-webhook': key,
      'get-delivery': { id: delivery.id },
      'replay-deliveries': { id: delivery.id },
      'comment-reply': { comment_id: comment.comment_id, message: 'Eve' },
      'get-request': { request_id: asked.id },
      'send-test-event': { ...key, event: 'message.sent' },
      'get-bot': { id: bot.id },
      'update-bot': { id: bot.id, name: 'Eve' },
      'delete-bot': { id: bot.id },
      'rotate-tool-secret': { id: bot.id },
      'get-conversation': thread,
      'get-conversation-person': thread,
      'erase-contact': { id: conversation.contact_id },
      'show-erasure': { id: erasure.id },
      'set-consent': { ...thread, opted_out: true },
      'try-bot': { id: bot.id, messages: [{ from: 'customer', text: 'Eve' }] },
      'list-bot-turns': { id: bot.id },
      'show-bot-usage': { id: bot.id },
      'add-knowledge': { id: bot.id, kind: 'text', title: 'Eve', text: 'Eve' },
      'list-knowledge': { id: bot.id },
      'delete-knowledge': { id: bot.id, source: 'src_1' },
      'list-conversation-messages': thread,
      'list-comment-thread': thread,
      'list-comment-answers': { platform: 'fb', comment_ids: [comment.comment_id] },
      'update-conversation': { ...thread, status: 'resolved' },
      'update-conversations': { ids: [conversation.id], status: 'resolved' },
      'mark-conversation-read': thread,
      'mark-conversation-unread': thread,
      'list-conversation-changes': thread,
      'report-presence': { ...thread, tab: 'tab-of-eve', seq: 1, doing: 'looking' },
      'send-from-dashboard': { ...thread, message: 'Eve' },
      'cancel-scheduled-message': { ...thread, message_id: '1' },
      'add-upload-piece': { upload_id: upload.upload_id, offset: 0, data: 'RXZl' },
      'list-notes': thread,
      'add-note': { ...thread, key: 'e'.repeat(32), text: 'Eve' },
      'update-note': { id: note.id, text: 'Eve', mentions: [] },
      'delete-note': { id: note.id },
      'update-canned-reply': { id: reply.id, title: 'Eve' },
      'delete-canned-reply': { id: reply.id },
      'update-view': { id: view.id, name: 'Eve' },
      'delete-view': { id: view.id },
      'order-views': { is_shared: true, order: [view.id] },
      'update-team': { id: team.id, name: 'Eve' },
      'delete-team': { id: team.id },
      'update-label': { id: label.id, title: 'Eve' },
      'delete-label': { id: label.id },
      'update-recipient': { id: recipient.id, name: 'Eve' },
      'delete-recipient': { id: recipient.id },
      'confirm-recipient': { id: recipient.id, code: '000000' },
      'pair-code': { session_token, phone: '+16505551234' },
      'session-status': { session_token },
      'session-qr': { session_token },
      'set-proxy': { session_token, proxy: null },
      'delete-session': { session_token },
    },
  };
}
