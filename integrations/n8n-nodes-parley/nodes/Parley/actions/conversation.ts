// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "conversation.takeThread":{name: "take-thread",method: "POST",required: ["channel","to"],shown: [],fields: {channel: "text",to: "text",from: "text",metadata: "text"}},
 "conversation.passThread":{name: "pass-thread",method: "POST",required: ["channel","to"],shown: [],fields: {channel: "text",to: "text",from: "text",target: "text",metadata: "text"}},
 "conversation.releaseThread":{name: "release-thread",method: "POST",required: ["channel","to"],shown: [],fields: {channel: "text",to: "text",from: "text"}},
 "conversation.list":{name: "conversations",method: "GET",required: [],shown: [],fields: {channel: "text",account: "text",status: "choice",unread: "boolean",waiting: "boolean",peer: "text",q: "text",limit: "number",cursor: "text"}},
 "conversation.search":{name: "search",method: "GET",required: ["q"],shown: [],fields: {q: "text",kind: "choice",channel: "text",limit: "number",cursor: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["conversation"]}},
  options: [
   {name: "List",value: "list",action: "List conversations",description: "List conversations, newest activity first"},
   {name: "Pass Thread",value: "passThread",action: "Pass a thread to another app",description: "Pass a thread to another app"},
   {name: "Release Thread",value: "releaseThread",action: "Release a thread",description: "Release a thread"},
   {name: "Search",value: "search",action: "Search people and messages",description: "Search people and messages, people first"},
   {name: "Take Thread",value: "takeThread",action: "Take a thread from another app",description: "Take a thread from another app"}
  ],
  default: "takeThread"
 },
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["conversation"],operation: ["takeThread"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {
  displayName: "To",
  name: "to",
  type: "string",
  displayOptions: {show: {resource: ["conversation"],operation: ["takeThread"]}},
  default: "",
  required: true,
  description: "The person, as in a send; the account has a conversation with them"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["conversation"],operation: ["takeThread"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Metadata",name: "metadata",type: "string",default: "",description: "A note for the other app"}
  ]
 },
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["conversation"],operation: ["passThread"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {
  displayName: "To",
  name: "to",
  type: "string",
  displayOptions: {show: {resource: ["conversation"],operation: ["passThread"]}},
  default: "",
  required: true,
  description: "The person, as in a send; the account has a conversation with them"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["conversation"],operation: ["passThread"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Metadata",name: "metadata",type: "string",default: "",description: "A note for the other app"},
   {
    displayName: "Target",
    name: "target",
    type: "string",
    default: "",
    description: "WhatsApp Cloud API: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); Messenger, Instagram: the ID of an app (default: the inbox at Meta)"
   }
  ]
 },
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["conversation"],operation: ["releaseThread"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {
  displayName: "To",
  name: "to",
  type: "string",
  displayOptions: {show: {resource: ["conversation"],operation: ["releaseThread"]}},
  default: "",
  required: true,
  description: "The person, as in a send; the account has a conversation with them"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["conversation"],operation: ["releaseThread"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   }
  ]
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
 },
 {
  displayName: "Q",
  name: "q",
  type: "string",
  displayOptions: {show: {resource: ["conversation"],operation: ["search"]}},
  default: "",
  required: true,
  description: "Word prefixes, all of which a result has; part of a number; or the ID of a conversation or message"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["conversation"],operation: ["search"]}},
  options: [
   {
    displayName: "Channel Name or ID",
    name: "channel",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getChannels"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Cursor",name: "cursor",type: "string",default: ""},
   {displayName: "Kind",name: "kind",type: "options",default: "person",options: [{name: "Message",value: "message"},{name: "Person",value: "person"}]},
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"}
  ]
 }
];
