// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"call.reject":{name: "reject-call",method: "POST",required: ["channel","call_id"],shown: [],fields: {channel: "text",call_id: "text",from: "text"}}};

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
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["call"],operation: ["reject"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Call ID",name: "call_id",type: "string",displayOptions: {show: {resource: ["call"],operation: ["reject"]}},default: "",required: true,description: "Call ID of call.received"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["call"],operation: ["reject"]}},
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
 }
];
