// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {"file.upload":{name: "upload",method: "POST",required: ["data"],shown: [],fields: {data: "text",name: "text"}}};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["file"]}},
  options: [{name: "Upload",value: "upload",action: "Upload a file",description: "Upload a file"}],
  default: "upload"
 },
 {displayName: "Data",name: "data",type: "string",displayOptions: {show: {resource: ["file"],operation: ["upload"]}},default: "",required: true,description: "The bytes in base64, also as a data: URL; at most 16 MiB"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["file"],operation: ["upload"]}},
  options: [{displayName: "Name",name: "name",type: "string",default: "",description: "Name of the file, as the recipient sees it; it does not affect the type"}]
 }
];
