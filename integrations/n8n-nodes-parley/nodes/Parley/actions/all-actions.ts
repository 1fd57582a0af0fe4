// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';
import * as account from './account';
import * as message from './message';
import * as file from './file';
import * as number from './number';
import * as call from './call';
import * as conversation from './conversation';
import * as template from './template';
import * as channel from './channel';
import * as session from './session';
import * as group from './group';
import * as profile from './profile';
import * as comment from './comment';
import * as contact from './contact';
import * as event from './event';

export const ACTIONS: Readonly<Record<string, Action>> = { ...account.ACTIONS, ...message.ACTIONS, ...file.ACTIONS, ...number.ACTIONS, ...call.ACTIONS, ...conversation.ACTIONS, ...template.ACTIONS, ...channel.ACTIONS, ...session.ACTIONS, ...group.ACTIONS, ...profile.ACTIONS, ...comment.ACTIONS, ...contact.ACTIONS, ...event.ACTIONS };

const RESOURCE: INodeProperties = {
 displayName: "Resource",
 name: "resource",
 type: "options",
 noDataExpression: true,
 options: [
  {name: "Account",value: "account"},
  {name: "Call",value: "call"},
  {name: "Channel",value: "channel"},
  {name: "Comment",value: "comment"},
  {name: "Contact",value: "contact"},
  {name: "Conversation",value: "conversation"},
  {name: "Event",value: "event"},
  {name: "File",value: "file"},
  {name: "Group",value: "group"},
  {name: "Message",value: "message"},
  {name: "Number",value: "number"},
  {name: "Profile",value: "profile"},
  {name: "Session",value: "session"},
  {name: "Template",value: "template"}
 ],
 default: "message"
};

export const PROPERTIES: INodeProperties[] = [RESOURCE, ...account.PROPERTIES, ...message.PROPERTIES, ...file.PROPERTIES, ...number.PROPERTIES, ...call.PROPERTIES, ...conversation.PROPERTIES, ...template.PROPERTIES, ...channel.PROPERTIES, ...session.PROPERTIES, ...group.PROPERTIES, ...profile.PROPERTIES, ...comment.PROPERTIES, ...contact.PROPERTIES, ...event.PROPERTIES];

export const EVENTS_PROPERTY: INodeProperties = {
 displayName: "Events",
 name: "events",
 type: "multiOptions",
 default: [],
 description: "The events that start the workflow; none: all events that the key subscribes to",
 options: [
  {name: "Call Received",value: "call.received"},
  {name: "Channel Connected",value: "channel.connected"},
  {name: "Channel Disconnected",value: "channel.disconnected"},
  {name: "Channel Health",value: "channel.health"},
  {name: "Comment Deleted",value: "comment.deleted"},
  {name: "Comment Received",value: "comment.received"},
  {name: "Comment Updated",value: "comment.updated"},
  {name: "Contact Opt Out",value: "contact.opt_out"},
  {name: "Contact Referral",value: "contact.referral"},
  {name: "Contact Typing",value: "contact.typing"},
  {name: "Conversation Control",value: "conversation.control"},
  {name: "Group Join Request",value: "group.join_request"},
  {name: "Group Updated",value: "group.updated"},
  {name: "Message Deleted",value: "message.deleted"},
  {name: "Message Reaction",value: "message.reaction"},
  {name: "Message Received",value: "message.received"},
  {name: "Message Sent",value: "message.sent"},
  {name: "Message Status",value: "message.status"},
  {name: "Message Updated",value: "message.updated"},
  {name: "Template Status",value: "template.status"}
 ]
};
