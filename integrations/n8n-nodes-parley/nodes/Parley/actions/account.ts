// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"account.status":{name: "status",method: "GET",required: [],fields: {}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["account"]}},
  options: [{name: "Status",value: "status",action: "Status of the key and its account",description: "Status of the key and its account"}],
  default: "status"
 }
];
