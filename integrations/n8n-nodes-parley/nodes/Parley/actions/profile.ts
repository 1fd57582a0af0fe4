// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "profile.get":{name: "profile",method: "GET",required: [],shown: [],fields: {from: "text"}},
 "profile.update":{name: "update-profile",method: "POST",required: [],shown: [],fields: {from: "text",about: "text",picture: "text",remove: "json"}},
 "profile.picture":{name: "profile-picture",method: "GET",required: ["address"],shown: [],fields: {from: "text",address: "text",size: "choice"}},
 "profile.blockList":{name: "block-list",method: "GET",required: [],shown: [],fields: {from: "text",limit: "number",cursor: "text",address: "text"}},
 "profile.block":{name: "block-person",method: "POST",required: ["address"],shown: [],fields: {from: "text",address: "text"}},
 "profile.unblock":{name: "unblock-person",method: "POST",required: ["address"],shown: [],fields: {from: "text",address: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["profile"]}},
  options: [
   {name: "Block",value: "block",action: "Block a person",description: "Block a person"},
   {name: "Block List",value: "blockList",action: "List the people whom a linked phone has blocked",description: "List the people whom a linked phone has blocked"},
   {name: "Get",value: "get",action: "Get the profile of a linked phone",description: "Get the profile of a linked phone"},
   {name: "Picture",value: "picture",action: "Get the picture of a person",description: "Get the picture of a person"},
   {name: "Unblock",value: "unblock",action: "Unblock a person",description: "Unblock a person"},
   {name: "Update",value: "update",action: "Change the about or the picture of a linked phone",description: "Change the about or the picture of a linked phone"}
  ],
  default: "get"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["get"]}},
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
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["update"]}},
  options: [
   {displayName: "About",name: "about",type: "string",default: "",description: "The line below the name, at most 139 characters"},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Picture",name: "picture",type: "string",default: "",description: "A square JPEG in base64, at most 640 pixels wide and 100 KiB"},
   {displayName: "Remove",name: "remove",type: "json",default: "",description: "Parts to remove"}
  ]
 },
 {displayName: "Address",name: "address",type: "string",displayOptions: {show: {resource: ["profile"],operation: ["picture"]}},default: "",required: true,description: "The number of a person, or the hidden ID"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["picture"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Size",name: "size",type: "options",default: "preview",options: [{name: "Full",value: "full"},{name: "Preview",value: "preview"}]}
  ]
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["blockList"]}},
  options: [
   {displayName: "Address",name: "address",type: "string",default: ""},
   {displayName: "Cursor",name: "cursor",type: "string",default: ""},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"}
  ]
 },
 {displayName: "Address",name: "address",type: "string",displayOptions: {show: {resource: ["profile"],operation: ["block"]}},default: "",required: true,description: "The number of a person, or the hidden ID"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["block"]}},
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
 {displayName: "Address",name: "address",type: "string",displayOptions: {show: {resource: ["profile"],operation: ["unblock"]}},default: "",required: true,description: "The number of a person, or the hidden ID"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["profile"],operation: ["unblock"]}},
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
