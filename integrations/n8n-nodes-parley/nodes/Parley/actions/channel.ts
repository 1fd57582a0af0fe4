// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "channel.list":{name: "channels",method: "GET",required: [],shown: [],fields: {}},
 "channel.capabilities":{name: "capabilities",method: "GET",required: [],shown: [],fields: {}},
 "channel.connectLink":{name: "connect-link",method: "GET",required: ["channel","redirect_url"],shown: [],fields: {channel: "choice",redirect_url: "text",via: "choice"}},
 "channel.connectTelegram":{name: "connect-telegram",method: "POST",required: ["bot_token"],shown: [],fields: {bot_token: "text"}},
 "channel.disconnect":{name: "disconnect-channel",method: "POST",required: ["channel","id"],shown: [],fields: {channel: "choice",id: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["channel"]}},
  options: [
   {name: "Capabilities",value: "capabilities",action: "Get what each connected account supports",description: "Get what each connected account supports"},
   {name: "Connect Link",value: "connectLink",action: "Make a connect link for an end customer",description: "Make a connect link for an end customer"},
   {name: "Connect Telegram",value: "connectTelegram",action: "Connect a Telegram bot",description: "Connect a Telegram bot"},
   {name: "Disconnect",value: "disconnect",action: "Disconnect a channel",description: "Disconnect a channel"},
   {name: "List",value: "list",action: "List the connected channels",description: "List the connected channels"}
  ],
  default: "list"
 },
 {
  displayName: "Channel",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["channel"],operation: ["connectLink"]}},
  default: "wa",
  options: [{name: "Instagram",value: "ig"},{name: "Messenger",value: "fb"},{name: "TikTok",value: "tt"},{name: "WhatsApp (Cloud API)",value: "wa"}],
  required: true,
  description: "One of WhatsApp Cloud API, Messenger, Instagram, TikTok"
 },
 {
  displayName: "Redirect URL",
  name: "redirect_url",
  type: "string",
  displayOptions: {show: {resource: ["channel"],operation: ["connectLink"]}},
  default: "",
  required: true,
  description: "Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["channel"],operation: ["connectLink"]}},
  options: [{displayName: "Via",name: "via",type: "options",default: "facebook",options: [{name: "Facebook",value: "facebook"},{name: "Instagram",value: "instagram"}]}]
 },
 {displayName: "Bot Token",name: "bot_token",type: "string",displayOptions: {show: {resource: ["channel"],operation: ["connectTelegram"]}},default: "",typeOptions: {password: true},required: true},
 {
  displayName: "Channel",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["channel"],operation: ["disconnect"]}},
  default: "fb",
  options: [{name: "Instagram",value: "ig"},{name: "Messenger",value: "fb"},{name: "Telegram",value: "tg"},{name: "TikTok",value: "tt"}],
  required: true,
  description: "One of Messenger, Instagram, Telegram, TikTok"
 },
 {displayName: "ID",name: "id",type: "string",displayOptions: {show: {resource: ["channel"],operation: ["disconnect"]}},default: "",required: true,description: "Channel account ID as in ?action=channels"}
];
