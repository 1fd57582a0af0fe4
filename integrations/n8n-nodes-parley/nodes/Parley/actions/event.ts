// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"event.list":{name: "events",method: "GET",required: [],shown: [],fields: {after: "text",since: "text",order: "choice",type: "choice",channel: "text",conversation_id: "number",limit: "number"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["event"]}},
  options: [{name: "List",value: "list",action: "List the events of this key",description: "List the events of this key, oldest or newest first"}],
  default: "list"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["event"],operation: ["list"]}},
  options: [
   {displayName: "After",name: "after",type: "string",default: ""},
   {
    displayName: "Channel Name or ID",
    name: "channel",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getChannels"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Conversation ID",name: "conversation_id",type: "number",default: 0},
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"},
   {displayName: "Order",name: "order",type: "options",default: "oldest",options: [{name: "Newest",value: "newest"},{name: "Oldest",value: "oldest"}]},
   {displayName: "Since",name: "since",type: "string",default: ""},
   {
    displayName: "Type",
    name: "type",
    type: "options",
    default: "message.received",
    options: [
     {name: "Call.received",value: "call.received"},
     {name: "Channel.connected",value: "channel.connected"},
     {name: "Channel.disconnected",value: "channel.disconnected"},
     {name: "Channel.health",value: "channel.health"},
     {name: "Comment.deleted",value: "comment.deleted"},
     {name: "Comment.received",value: "comment.received"},
     {name: "Comment.updated",value: "comment.updated"},
     {name: "Contact.opt Out",value: "contact.opt_out"},
     {name: "Contact.referral",value: "contact.referral"},
     {name: "Contact.typing",value: "contact.typing"},
     {name: "Conversation.control",value: "conversation.control"},
     {name: "Group.join Request",value: "group.join_request"},
     {name: "Group.updated",value: "group.updated"},
     {name: "Message.deleted",value: "message.deleted"},
     {name: "Message.reaction",value: "message.reaction"},
     {name: "Message.received",value: "message.received"},
     {name: "Message.sent",value: "message.sent"},
     {name: "Message.status",value: "message.status"},
     {name: "Message.updated",value: "message.updated"},
     {name: "Template.status",value: "template.status"}
    ]
   }
  ]
 }
];
