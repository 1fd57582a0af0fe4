// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "template.list":{name: "templates",method: "GET",required: [],fields: {from: "text"}},
 "template.create":{
  name: "create-template",
  method: "POST",
  required: ["channel","name","category","language"],
  fields: {channel: "choice",from: "text",name: "text",category: "choice",language: "text",header: "json",body: "json",footer: "text",buttons: "json",add_security_recommendation: "boolean",code_expiration_minutes: "number"}
 },
 "template.update":{
  name: "update-template",
  method: "POST",
  required: ["channel","name","language"],
  fields: {channel: "choice",from: "text",name: "text",category: "choice",language: "text",header: "json",body: "json",footer: "text",buttons: "json",add_security_recommendation: "boolean",code_expiration_minutes: "number"}
 },
 "template.delete":{name: "delete-template",method: "POST",required: ["channel","name"],fields: {channel: "choice",from: "text",name: "text",language: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["template"]}},
  options: [
   {name: "Create",value: "create",action: "Create a template of a wa account which meta reviews",description: "Create a template of a wa account, which Meta reviews"},
   {name: "Delete",value: "delete",action: "Delete a template of a wa account in one language or in all",description: "Delete a template of a wa account, in one language or in all"},
   {name: "List",value: "list",action: "List the templates of a wa account",description: "List the templates of a wa account"},
   {name: "Update",value: "update",action: "Replace the content of a template which meta reviews again",description: "Replace the content of a template, which Meta reviews again"}
  ],
  default: "list"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["template"],operation: ["list"]}},
  options: [{displayName: "From",name: "from",type: "string",default: ""}]
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["create"]}},default: "wa",options: [{name: "WhatsApp",value: "wa"}],required: true},
 {displayName: "Name",name: "name",type: "string",displayOptions: {show: {resource: ["template"],operation: ["create"]}},default: "",required: true},
 {
  displayName: "Category",
  name: "category",
  type: "options",
  displayOptions: {show: {resource: ["template"],operation: ["create"]}},
  default: "AUTHENTICATION",
  options: [{name: "Authentication",value: "AUTHENTICATION"},{name: "Marketing",value: "MARKETING"},{name: "Utility",value: "UTILITY"}],
  required: true
 },
 {displayName: "Language",name: "language",type: "string",displayOptions: {show: {resource: ["template"],operation: ["create"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["template"],operation: ["create"]}},
  options: [
   {displayName: "Add Security Recommendation",name: "add_security_recommendation",type: "boolean",default: false,description: "Whether AUTHENTICATION: “do not share this code”"},
   {displayName: "Body",name: "body",type: "json",default: "",description: "Required, except for AUTHENTICATION"},
   {displayName: "Buttons",name: "buttons",type: "json",default: ""},
   {displayName: "Code Expiration Minutes",name: "code_expiration_minutes",type: "number",default: 0,description: "AUTHENTICATION"},
   {displayName: "Footer",name: "footer",type: "string",default: ""},
   {displayName: "From",name: "from",type: "string",default: "",description: "Which of the account’s numbers: ID, number or label"},
   {displayName: "Header",name: "header",type: "json",default: ""}
  ]
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["update"]}},default: "wa",options: [{name: "WhatsApp",value: "wa"}],required: true},
 {displayName: "Name",name: "name",type: "string",displayOptions: {show: {resource: ["template"],operation: ["update"]}},default: "",required: true},
 {displayName: "Language",name: "language",type: "string",displayOptions: {show: {resource: ["template"],operation: ["update"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["template"],operation: ["update"]}},
  options: [
   {displayName: "Add Security Recommendation",name: "add_security_recommendation",type: "boolean",default: false,description: "Whether AUTHENTICATION: “do not share this code”"},
   {displayName: "Body",name: "body",type: "json",default: "",description: "Required, except for AUTHENTICATION"},
   {displayName: "Buttons",name: "buttons",type: "json",default: ""},
   {
    displayName: "Category",
    name: "category",
    type: "options",
    default: "AUTHENTICATION",
    options: [{name: "Authentication",value: "AUTHENTICATION"},{name: "Marketing",value: "MARKETING"},{name: "Utility",value: "UTILITY"}],
    description: "Meta never changes that of an approved template"
   },
   {displayName: "Code Expiration Minutes",name: "code_expiration_minutes",type: "number",default: 0,description: "AUTHENTICATION"},
   {displayName: "Footer",name: "footer",type: "string",default: ""},
   {displayName: "From",name: "from",type: "string",default: "",description: "Which of the account’s numbers: ID, number or label"},
   {displayName: "Header",name: "header",type: "json",default: ""}
  ]
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["delete"]}},default: "wa",options: [{name: "WhatsApp",value: "wa"}],required: true},
 {displayName: "Name",name: "name",type: "string",displayOptions: {show: {resource: ["template"],operation: ["delete"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["template"],operation: ["delete"]}},
  options: [
   {displayName: "From",name: "from",type: "string",default: "",description: "Which of the account’s numbers: ID, number or label"},
   {displayName: "Language",name: "language",type: "string",default: "",description: "Default: every language of the name"}
  ]
 }
];
