// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "comment.reply":{name: "comment-reply",method: "POST",required: ["comment_id","message"],shown: [],fields: {comment_id: "text",message: "text",private_message: "text"}},
 "comment.list":{name: "comments",method: "GET",required: ["platform"],shown: [],fields: {platform: "choice",limit: "number",post_id: "text",cursor: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["comment"]}},
  options: [{name: "List",value: "list",action: "List comments",description: "List comments"},{name: "Reply",value: "reply",action: "Reply to a comment",description: "Reply to a comment"}],
  default: "reply"
 },
 {displayName: "Comment ID",name: "comment_id",type: "string",displayOptions: {show: {resource: ["comment"],operation: ["reply"]}},default: "",required: true},
 {displayName: "Message",name: "message",type: "string",displayOptions: {show: {resource: ["comment"],operation: ["reply"]}},default: "",typeOptions: {rows: 4},required: true,description: "Public reply"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["comment"],operation: ["reply"]}},
  options: [{displayName: "Private Message",name: "private_message",type: "string",default: "",description: "Private reply that opens a direct-message conversation"}]
 },
 {
  displayName: "Platform",
  name: "platform",
  type: "options",
  displayOptions: {show: {resource: ["comment"],operation: ["list"]}},
  default: "fb",
  options: [{name: "Instagram",value: "ig"},{name: "Messenger",value: "fb"},{name: "TikTok",value: "tt"}],
  required: true,
  description: "One of Messenger, Instagram, TikTok"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["comment"],operation: ["list"]}},
  options: [
   {displayName: "Cursor",name: "cursor",type: "string",default: ""},
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"},
   {displayName: "Post ID",name: "post_id",type: "string",default: ""}
  ]
 }
];
