// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "group.list":{name: "groups",method: "GET",required: [],shown: [],fields: {from: "text",limit: "number",cursor: "text"}},
 "group.get":{name: "group",method: "GET",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text"}},
 "group.create":{name: "create-group",method: "POST",required: ["subject"],shown: [],fields: {from: "text",subject: "text",description: "text",participants: "texts"}},
 "group.update":{name: "update-group",method: "POST",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text",subject: "text",description: "text",remove: "json",settings: "json"}},
 "group.members":{name: "group-members",method: "POST",required: ["group_id","change","members"],shown: [],fields: {from: "text",group_id: "text",change: "choice",members: "texts"}},
 "group.invite":{name: "group-invite",method: "GET",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text"}},
 "group.revokeInvite":{name: "revoke-group-invite",method: "POST",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text"}},
 "group.join":{name: "join-group",method: "POST",required: ["invite"],shown: [],fields: {from: "text",invite: "text"}},
 "group.requests":{name: "group-requests",method: "GET",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text"}},
 "group.decideRequests":{name: "decide-group-requests",method: "POST",required: ["group_id","decision","members"],shown: [],fields: {from: "text",group_id: "text",decision: "choice",members: "texts"}},
 "group.leave":{name: "leave-group",method: "POST",required: ["group_id"],shown: [],fields: {from: "text",group_id: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["group"]}},
  options: [
   {name: "Create",value: "create",action: "Create a group",description: "Create a group"},
   {name: "Decide Requests",value: "decideRequests",action: "Approve or reject people who ask to join a group",description: "Approve or reject people who ask to join a group"},
   {name: "Get",value: "get",action: "Get a group and its members",description: "Get a group and its members"},
   {name: "Invite",value: "invite",action: "Get the invite link of a group",description: "Get the invite link of a group"},
   {name: "Join",value: "join",action: "Join a group by its invite link",description: "Join a group by its invite link"},
   {name: "Leave",value: "leave",action: "Leave a group",description: "Leave a group"},
   {name: "List",value: "list",action: "List the groups of a linked phone",description: "List the groups of a linked phone"},
   {name: "Members",value: "members",action: "Add",description: "Add, remove, promote or demote members of a group"},
   {name: "Requests",value: "requests",action: "List the people who ask to join a group",description: "List the people who ask to join a group"},
   {name: "Revoke Invite",value: "revokeInvite",action: "Replace the invite link of a group",description: "Replace the invite link of a group"},
   {name: "Update",value: "update",action: "Change subject",description: "Change subject, description or settings of a group"}
  ],
  default: "list"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["list"]}},
  options: [
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
 {
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["get"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["get"]}},
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
 {displayName: "Subject",name: "subject",type: "string",displayOptions: {show: {resource: ["group"],operation: ["create"]}},default: "",required: true,description: "The name of the group"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["create"]}},
  options: [
   {displayName: "Description",name: "description",type: "string",default: ""},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Participants",name: "participants",type: "string",default: [],typeOptions: {multipleValues: true,multipleValueButtonText: "Add Participant"},description: "People to add, besides the linked phone"}
  ]
 },
 {
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["update"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["update"]}},
  options: [
   {displayName: "Description",name: "description",type: "string",default: ""},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "Remove",name: "remove",type: "json",default: "",description: "Parts to remove"},
   {displayName: "Settings",name: "settings",type: "json",default: ""},
   {displayName: "Subject",name: "subject",type: "string",default: "",description: "The name of the group"}
  ]
 },
 {
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["members"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Change",
  name: "change",
  type: "options",
  displayOptions: {show: {resource: ["group"],operation: ["members"]}},
  default: "add",
  options: [{name: "Add",value: "add"},{name: "Demote",value: "demote"},{name: "Promote",value: "promote"},{name: "Remove",value: "remove"}],
  required: true,
  description: "Promote makes a member an admin, demote ends that"
 },
 {
  displayName: "Members",
  name: "members",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["members"]}},
  default: [],
  typeOptions: {multipleValues: true,multipleValueButtonText: "Add Member"},
  required: true,
  description: "Numbers or hidden ids; add takes at most 5"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["members"]}},
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
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["invite"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["invite"]}},
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
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["revokeInvite"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["revokeInvite"]}},
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
 {displayName: "Invite",name: "invite",type: "string",displayOptions: {show: {resource: ["group"],operation: ["join"]}},default: "",required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["join"]}},
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
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["requests"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["requests"]}},
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
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["decideRequests"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Decision",
  name: "decision",
  type: "options",
  displayOptions: {show: {resource: ["group"],operation: ["decideRequests"]}},
  default: "approve",
  options: [{name: "Approve",value: "approve"},{name: "Reject",value: "reject"}],
  required: true
 },
 {
  displayName: "Members",
  name: "members",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["decideRequests"]}},
  default: [],
  typeOptions: {multipleValues: true,multipleValueButtonText: "Add Member"},
  required: true
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["decideRequests"]}},
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
  displayName: "Group ID",
  name: "group_id",
  type: "string",
  displayOptions: {show: {resource: ["group"],operation: ["leave"]}},
  default: "",
  required: true,
  description: "Group ID of a group, as in group.updated; also the to of a send to it"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["group"],operation: ["leave"]}},
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
