// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"number.check":{name: "check-number",method: "POST",required: ["channel","numbers"],shown: [],fields: {channel: "text",numbers: "text",from: "text"}}};

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
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["number"],operation: ["check"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Numbers",name: "numbers",type: "string",displayOptions: {show: {resource: ["number"],operation: ["check"]}},default: "",required: true,description: "One number, or a list of at most 50"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["number"],operation: ["check"]}},
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
