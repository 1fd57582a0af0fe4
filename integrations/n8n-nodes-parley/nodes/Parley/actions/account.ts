// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "account.status":{name: "status",method: "GET",required: [],shown: [],fields: {}},
 "account.webhook":{name: "webhook",method: "GET",required: [],shown: [],fields: {}},
 "account.setWebhook":{name: "set-webhook",method: "POST",required: ["url"],shown: [],fields: {url: "nullable",events: "json",replace: "boolean"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["account"]}},
  options: [
   {name: "Set Webhook",value: "setWebhook",action: "Set or remove the webhook of this key",description: "Set or remove the webhook of this key"},
   {name: "Status",value: "status",action: "Get the status of this key and its account",description: "Get the status of this key and its account"},
   {name: "Webhook",value: "webhook",action: "Get the webhook of this key",description: "Get the webhook of this key"}
  ],
  default: "status"
 },
 {displayName: "URL",name: "url",type: "string",displayOptions: {show: {resource: ["account"],operation: ["setWebhook"]}},default: "",description: "Https address that gets the events; null for none"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["account"],operation: ["setWebhook"]}},
  options: [
   {displayName: "Events",name: "events",type: "json",default: "",description: "Default: unchanged"},
   {displayName: "Replace",name: "replace",type: "boolean",default: false,description: "Whether to replace or remove a different address"}
  ]
 }
];
