// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "session.create":{name: "create-session",method: "POST",required: ["label"],shown: [],fields: {label: "text",history_days: "number",proxy: "text"}},
 "session.pairCode":{name: "pair-code",method: "POST",required: ["session_token","phone"],shown: [],fields: {session_token: "text",phone: "text"}},
 "session.status":{name: "session-status",method: "GET",required: [],shown: [],fields: {session_token: "text",id: "text"}},
 "session.qr":{name: "session-qr",method: "GET",required: ["session_token"],shown: [],fields: {session_token: "text"}},
 "session.setProxy":{name: "set-proxy",method: "POST",required: ["proxy"],shown: [],fields: {session_token: "text",id: "text",proxy: "nullable"}},
 "session.delete":{name: "delete-session",method: "POST",required: [],shown: [],fields: {session_token: "text",id: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["session"]}},
  options: [
   {name: "Create",value: "create",action: "Create a linking session",description: "Create a linking session"},
   {name: "Delete",value: "delete",action: "Delete a linking session and log the device out",description: "Delete a linking session and log the device out"},
   {name: "Pair Code",value: "pairCode",action: "Get a pairing code for a phone",description: "Get a pairing code for a phone"},
   {name: "QR",value: "qr",action: "Get the QR code of a linking session",description: "Get the QR code of a linking session"},
   {name: "Set Proxy",value: "setProxy",action: "Set or remove the proxy of a linked device",description: "Set or remove the proxy of a linked device"},
   {name: "Status",value: "status",action: "Get the status of a linking session",description: "Get the status of a linking session"}
  ],
  default: "create"
 },
 {displayName: "Label",name: "label",type: "string",displayOptions: {show: {resource: ["session"],operation: ["create"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["session"],operation: ["create"]}},
  options: [
   {displayName: "History Days",name: "history_days",type: "number",default: 0,description: "Imports the messages of the last days from the phone into the inbox, without events; default 0: none"},
   {displayName: "Proxy",name: "proxy",type: "string",default: "",description: "Proxy for everything between the device and WhatsApp: http://user:password@host:port, with http, https or socks5"}
  ]
 },
 {
  displayName: "Session Token",
  name: "session_token",
  type: "string",
  displayOptions: {show: {resource: ["session"],operation: ["pairCode"]}},
  default: "",
  typeOptions: {password: true},
  required: true,
  description: "Starts with wds_"
 },
 {displayName: "Phone",name: "phone",type: "string",displayOptions: {show: {resource: ["session"],operation: ["pairCode"]}},default: "",required: true,description: "Number with country code"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["session"],operation: ["status"]}},
  options: [{displayName: "ID",name: "id",type: "string",default: ""},{displayName: "Session Token",name: "session_token",type: "string",default: "",typeOptions: {password: true}}]
 },
 {displayName: "Session Token",name: "session_token",type: "string",displayOptions: {show: {resource: ["session"],operation: ["qr"]}},default: "",typeOptions: {password: true},required: true,description: "Starts with wds_"},
 {displayName: "Proxy",name: "proxy",type: "string",displayOptions: {show: {resource: ["session"],operation: ["setProxy"]}},default: "",description: "As in create-session; null for none"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["session"],operation: ["setProxy"]}},
  options: [
   {displayName: "ID",name: "id",type: "string",default: "",description: "ID as in ?action=channels"},
   {displayName: "Session Token",name: "session_token",type: "string",default: "",typeOptions: {password: true},description: "Starts with wds_"}
  ]
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["session"],operation: ["delete"]}},
  options: [
   {displayName: "ID",name: "id",type: "string",default: "",description: "ID as in ?action=channels"},
   {displayName: "Session Token",name: "session_token",type: "string",default: "",typeOptions: {password: true},description: "Starts with wds_"}
  ]
 }
];
