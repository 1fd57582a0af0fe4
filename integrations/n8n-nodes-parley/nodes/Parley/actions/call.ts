// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"call.reject":{name: "reject-call",method: "POST",required: ["channel","call_id"],fields: {channel: "choice",call_id: "text",from: "text"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["call"]}},
  options: [{name: "Reject",value: "reject",action: "Reject a ringing call",description: "Reject a ringing call"}],
  default: "reject"
 },
 {
  displayName: "Channel",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["call"],operation: ["reject"]}},
  default: "ig",
  options: [{name: "Instagram",value: "ig"},{name: "Messenger",value: "fb"},{name: "Telegram",value: "tg"},{name: "TikTok",value: "tt"},{name: "WhatsApp",value: "wa"},{name: "WhatsApp (Linked Phone)",value: "wd"}],
  required: true,
  description: "One of wd, wa, tg, fb, ig, tt"
 },
 {displayName: "Call ID",name: "call_id",type: "string",displayOptions: {show: {resource: ["call"],operation: ["reject"]}},default: "",required: true,description: "Call_id of call.received"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["call"],operation: ["reject"]}},
  options: [{displayName: "From",name: "from",type: "string",default: "",description: "Which account is called: its ID, number or label. Default: the first of the channel."}]
 }
];
