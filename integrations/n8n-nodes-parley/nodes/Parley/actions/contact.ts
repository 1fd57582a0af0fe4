// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"contact.get":{name: "contact",method: "GET",required: [],shown: [],fields: {conversation_id: "number",channel: "text",address: "text"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["contact"]}},
  options: [{name: "Get",value: "get",action: "Get a person with their addresses",description: "Get a person with their addresses, consent and conversations"}],
  default: "get"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["contact"],operation: ["get"]}},
  options: [
   {displayName: "Address",name: "address",type: "string",default: ""},
   {
    displayName: "Channel Name or ID",
    name: "channel",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getChannels"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Conversation ID",name: "conversation_id",type: "number",default: 0}
  ]
 }
];
