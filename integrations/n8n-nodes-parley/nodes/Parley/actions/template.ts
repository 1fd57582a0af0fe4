// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "template.list":{name: "templates",method: "GET",required: [],shown: [],fields: {from: "text"}},
 "template.create":{
  name: "create-template",
  method: "POST",
  required: ["channel","name","category","language"],
  shown: [],
  fields: {channel: "choice",from: "text",name: "text",category: "choice",language: "text",header: "form",body: "json",footer: "text",buttons: "json",add_security_recommendation: "boolean",code_expiration_minutes: "number"}
 },
 "template.update":{
  name: "update-template",
  method: "POST",
  required: ["channel","name","language"],
  shown: [],
  fields: {channel: "choice",from: "text",name: "text",category: "choice",language: "text",header: "form",body: "json",footer: "text",buttons: "json",add_security_recommendation: "boolean",code_expiration_minutes: "number"}
 },
 "template.delete":{name: "delete-template",method: "POST",required: ["channel","name"],shown: [],fields: {channel: "choice",from: "text",name: "text",language: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["template"]}},
  options: [
   {name: "Create",value: "create",action: "Create a template of a WhatsApp Cloud API account",description: "Create a template of a WhatsApp Cloud API account, which Meta reviews"},
   {name: "Delete",value: "delete",action: "Delete a template of a WhatsApp Cloud API account",description: "Delete a template of a WhatsApp Cloud API account, in one language or in all"},
   {name: "List",value: "list",action: "List the templates of a WhatsApp Cloud API account",description: "List the templates of a WhatsApp Cloud API account"},
   {name: "Update",value: "update",action: "Replace the content of a template",description: "Replace the content of a template, which Meta reviews again"}
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
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["create"]}},default: "wa",options: [{name: "WhatsApp (Cloud API)",value: "wa"}],required: true},
 {displayName: "Name",name: "name",type: "string",displayOptions: {show: {resource: ["template"],operation: ["create"]}},default: "",required: true},
 {
  displayName: "Category",
  name: "category",
  type: "options",
  displayOptions: {show: {resource: ["template"],operation: ["create"]}},
  default: "MARKETING",
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
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {
    displayName: "Header",
    name: "header",
    type: "fixedCollection",
    default: {},
    placeholder: "Add Header",
    options: [
     {
      displayName: "Header",
      name: "fields",
      values: [
       {displayName: "Example",name: "example",type: "string",default: "",description: "A value for the placeholder of the text"},
       {displayName: "Media URL",name: "media_url",type: "string",default: "",description: "Public HTTPS URL of a sample: jpg or png, mp4, or pdf"},
       {displayName: "Text",name: "text",type: "string",default: "",description: "With at most one placeholder"},
       {
        displayName: "Type",
        name: "type",
        type: "options",
        default: "text",
        options: [{name: "Document",value: "document"},{name: "Image",value: "image"},{name: "Location",value: "location"},{name: "Text",value: "text"},{name: "Video",value: "video"}]
       },
       {displayName: "Upload ID",name: "upload_id",type: "string",default: "",description: "An uploaded file as the sample"}
      ]
     }
    ]
   }
  ]
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["update"]}},default: "wa",options: [{name: "WhatsApp (Cloud API)",value: "wa"}],required: true},
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
    default: "MARKETING",
    options: [{name: "Authentication",value: "AUTHENTICATION"},{name: "Marketing",value: "MARKETING"},{name: "Utility",value: "UTILITY"}],
    description: "Meta never changes the category of an approved template"
   },
   {displayName: "Code Expiration Minutes",name: "code_expiration_minutes",type: "number",default: 0,description: "AUTHENTICATION"},
   {displayName: "Footer",name: "footer",type: "string",default: ""},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {
    displayName: "Header",
    name: "header",
    type: "fixedCollection",
    default: {},
    placeholder: "Add Header",
    options: [
     {
      displayName: "Header",
      name: "fields",
      values: [
       {displayName: "Example",name: "example",type: "string",default: "",description: "A value for the placeholder of the text"},
       {displayName: "Media URL",name: "media_url",type: "string",default: "",description: "Public HTTPS URL of a sample: jpg or png, mp4, or pdf"},
       {displayName: "Text",name: "text",type: "string",default: "",description: "With at most one placeholder"},
       {
        displayName: "Type",
        name: "type",
        type: "options",
        default: "text",
        options: [{name: "Document",value: "document"},{name: "Image",value: "image"},{name: "Location",value: "location"},{name: "Text",value: "text"},{name: "Video",value: "video"}]
       },
       {displayName: "Upload ID",name: "upload_id",type: "string",default: "",description: "An uploaded file as the sample"}
      ]
     }
    ]
   }
  ]
 },
 {displayName: "Channel",name: "channel",type: "options",displayOptions: {show: {resource: ["template"],operation: ["delete"]}},default: "wa",options: [{name: "WhatsApp (Cloud API)",value: "wa"}],required: true},
 {displayName: "Name",name: "name",type: "string",displayOptions: {show: {resource: ["template"],operation: ["delete"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["template"],operation: ["delete"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Language",name: "language",type: "string",default: "",description: "Default: every language of the name"}
  ]
 }
];
