import { events } from '@parley/common/contracts/account/events';
import { setWebhook } from '@parley/common/contracts/account/webhook';
import { createTemplate } from '@parley/common/contracts/channels/create-template';
import { templates } from '@parley/common/contracts/channels/templates';
import { createGroup } from '@parley/common/contracts/groups/create-group';
import { group } from '@parley/common/contracts/groups/group';
import { groupInvite, joinGroup, revokeGroupInvite } from '@parley/common/contracts/groups/group-invite';
import { groupMembers } from '@parley/common/contracts/groups/group-members';
import { groups } from '@parley/common/contracts/groups/groups';
import { leaveGroup } from '@parley/common/contracts/groups/leave-group';
import { updateGroup } from '@parley/common/contracts/groups/update-group';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import { contact } from '@parley/common/contracts/reading/contact';
import { conversations } from '@parley/common/contracts/reading/conversations';
import { messages } from '@parley/common/contracts/reading/messages';
import { search } from '@parley/common/contracts/reading/search';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import { setProxy } from '@parley/common/contracts/sessions/set-proxy';
import type { Contract } from '@parley/common/define-contract';
import { type EvolutionError, notOffered, EvolutionError as Refusal } from './evolution-errors.ts';

/** Routes of Evolution API that Parley does not offer here, and the action to use; null: there is none. */
const INSTEAD: Readonly<Record<string, Pick<Contract, 'name'> | null>> = {
  'instance/create': createSession,
  'instance/setPresence': null,
  'instance/restart': null,
  'message/sendTemplate': send,
  'message/sendStatus': null,
  'message/sendPtv': send,
  'chat/findMessages': messages,
  'chat/findStatusMessage': message,
  'chat/findChats': conversations,
  'chat/findContacts': search,
  'chat/fetchProfile': contact,
  'chat/getBase64FromMediaMessage': messages,
  'group/create': createGroup,
  'group/findGroupInfos': group,
  'group/fetchAllGroups': groups,
  'group/participants': group,
  'group/inviteCode': groupInvite,
  'group/revokeInviteCode': revokeGroupInvite,
  'group/acceptInviteCode': joinGroup,
  'group/updateParticipant': groupMembers,
  'group/updateGroupSubject': updateGroup,
  'group/updateGroupDescription': updateGroup,
  'group/updateSetting': updateGroup,
  'group/toggleEphemeral': updateGroup,
  'group/leaveGroup': leaveGroup,
  'proxy/set': setProxy,
  'proxy/find': sessionStatus,
  'template/create': createTemplate,
  'template/find': templates,
  'websocket/set': events,
  'rabbitmq/set': setWebhook,
  'sqs/set': setWebhook,
  'nats/set': setWebhook,
};

/** The first segments of Evolution API's routes. */
const GROUPS: ReadonlySet<string> = new Set([
  ...['instance', 'message', 'chat', 'group', 'label', 'call', 'settings', 'proxy', 'template', 'business', 'webhook'],
  ...['websocket', 'rabbitmq', 'sqs', 'nats', 'kafka', 'pusher', 's3', 'chatwoot', 'typebot', 'openai', 'dify'],
  ...['flowise', 'n8n', 'evoai', 'evolutionBot', 'baileys'],
]);

/** The refusal of a path without a route here: 501 with the action to use, or 404 if Evolution API has no such path either. */
export function refusePath(method: string, path: string): EvolutionError {
  const [group = '', name = ''] = path.split('/');
  if (!GROUPS.has(group)) return new Refusal(404, 'unknown_route', [`Cannot ${method} /${path}`]);
  const route = `${group}/${name}`;
  const action = Object.hasOwn(INSTEAD, route) ? (INSTEAD[route]?.name ?? null) : null;
  const advice = action === null ? 'Parley has no action for it.' : `Use ?action=${action} of Parley's API.`;
  return notOffered(`${method} /${route} is not offered. ${advice}`, action);
}
