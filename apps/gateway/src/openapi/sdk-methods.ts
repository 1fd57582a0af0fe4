import type { Contract } from '@parley/common/define-contract';

/** Actions whose method in the SDKs is not named by the tag and the action. */
const NAMES: Readonly<Record<string, string>> = {
  status: 'account.status',
  'cancel-send': 'messages.cancel',
  message: 'messages.get',
  'edit-message': 'messages.edit',
  'delete-message': 'messages.delete',
  'check-number': 'numbers.check',
  'reject-call': 'calls.reject',
  templates: 'templates.list',
  'create-template': 'templates.create',
  'update-template': 'templates.update',
  'delete-template': 'templates.delete',
  channels: 'channels.list',
  'connect-link': 'channels.connectLink',
  'connect-telegram': 'channels.connectTelegram',
  'disconnect-channel': 'channels.disconnect',
  'create-session': 'sessions.create',
  'pair-code': 'sessions.pairCode',
  'session-status': 'sessions.status',
  'session-qr': 'sessions.qr',
  'delete-session': 'sessions.delete',
  'comment-reply': 'comments.reply',
  comments: 'comments.list',
  conversations: 'conversations.list',
  messages: 'messages.list',
  events: 'events.list',
};

const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The method of the SDKs that calls an action, such as `messages.send`: a noun and a verb. */
export const sdkMethodOf = ({ name, tag }: Pick<Contract, 'name' | 'tag'>): string =>
  NAMES[name] ?? `${tag}.${camel(name)}`;
