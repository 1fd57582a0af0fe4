// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"event.list":{name: "events",method: "GET",required: [],shown: [],fields: {after: "text",since: "text",limit: "number"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["event"]}},
  options: [{name: "List",value: "list",action: "List the events of this key",description: "List the events of this key, oldest first"}],
  default: "list"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["event"],operation: ["list"]}},
  options: [
   {displayName: "After",name: "after",type: "string",default: ""},
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"},
   {displayName: "Since",name: "since",type: "string",default: ""}
  ]
 }
];
