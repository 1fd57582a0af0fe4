// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "conversation.list":{name: "conversations",method: "GET",required: [],shown: [],fields: {channel: "text",account: "text",status: "choice",unread: "boolean",waiting: "boolean",peer: "text",q: "text",limit: "number",cursor: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["conversation"]}},
  options: [{name: "List",value: "list",action: "List conversations",description: "List conversations, newest activity first"}],
  default: "list"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["conversation"],operation: ["list"]}},
  options: [
   {displayName: "Account",name: "account",type: "string",default: ""},
   {
    displayName: "Channel Name or ID",
    name: "channel",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getChannels"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Cursor",name: "cursor",type: "string",default: ""},
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"},
   {displayName: "Peer",name: "peer",type: "string",default: ""},
   {displayName: "Q",name: "q",type: "string",default: ""},
   {displayName: "Status",name: "status",type: "options",default: "open",options: [{name: "Archived",value: "archived"},{name: "Open",value: "open"},{name: "Resolved",value: "resolved"},{name: "Snoozed",value: "snoozed"}]},
   {displayName: "Unread",name: "unread",type: "boolean",default: false,description: "Whether unread"},
   {displayName: "Waiting",name: "waiting",type: "boolean",default: false,description: "Whether waiting"}
  ]
 }
];
