// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"number.check":{name: "check-number",method: "POST",required: ["channel","numbers"],fields: {channel: "choice",numbers: "text",from: "text"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["number"]}},
  options: [{name: "Check",value: "check",action: "Look up whether numbers are on the network",description: "Look up whether numbers are on the network"}],
  default: "check"
 },
 {
  displayName: "Channel",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["number"],operation: ["check"]}},
  default: "ig",
  options: [{name: "Instagram",value: "ig"},{name: "Messenger",value: "fb"},{name: "Telegram",value: "tg"},{name: "TikTok",value: "tt"},{name: "WhatsApp",value: "wa"},{name: "WhatsApp (Linked Phone)",value: "wd"}],
  required: true,
  description: "One of wd, wa, tg, fb, ig, tt"
 },
 {displayName: "Numbers",name: "numbers",type: "string",displayOptions: {show: {resource: ["number"],operation: ["check"]}},default: "",required: true,description: "One number, or a list of at most 50"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["number"],operation: ["check"]}},
  options: [{displayName: "From",name: "from",type: "string",default: "",description: "Which account asks: its ID, number or label. Default: the first of the channel."}]
 }
];
