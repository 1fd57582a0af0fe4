// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';
import type { Action } from '../action';

export const ACTIONS: Readonly<Record<string, Action>> = {
 "message.send":{
  name: "send",
  method: "POST",
  required: ["channel","to"],
  shown: ["message","media_url","buttons","template"],
  fields: {
   channel: "text",
   to: "text",
   message: "text",
   media_url: "text",
   media_type: "text",
   filename: "text",
   template: "template",
   buttons: "form",
   list: "form",
   location: "form",
   contacts: "form",
   poll: "form",
   post: "form",
   reply_to: "text",
   mentions: "texts",
   preview: "boolean",
   tag: "choice",
   fallback: "choice",
   send_at: "text",
   upload_id: "text",
   from: "text"
  }
 },
 "message.cancel":{name: "cancel-send",method: "POST",required: ["channel","message_id"],shown: [],fields: {channel: "text",message_id: "text"}},
 "message.get":{name: "message",method: "GET",required: ["message_id"],shown: [],fields: {message_id: "text"}},
 "message.react":{name: "react",method: "POST",required: ["channel","message_id","emoji"],shown: [],fields: {channel: "text",message_id: "text",emoji: "nullable"}},
 "message.edit":{name: "edit-message",method: "POST",required: ["channel","message_id","message"],shown: [],fields: {channel: "text",message_id: "text",message: "text"}},
 "message.delete":{name: "delete-message",method: "POST",required: ["channel","message_id"],shown: [],fields: {channel: "text",message_id: "text"}},
 "message.markRead":{name: "mark-read",method: "POST",required: ["channel","message_id"],shown: [],fields: {channel: "text",message_id: "text"}},
 "message.typing":{name: "typing",method: "POST",required: ["channel","to"],shown: [],fields: {channel: "text",to: "text",from: "text",state: "choice"}},
 "message.list":{name: "messages",method: "GET",required: ["conversation_id"],shown: [],fields: {conversation_id: "number",limit: "number",cursor: "text"}}
};

export const PROPERTIES: INodeProperties[] = [
 {
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: {show: {resource: ["message"]}},
  options: [
   {name: "Cancel",value: "cancel",action: "Cancel a scheduled message",description: "Cancel a scheduled message"},
   {name: "Delete",value: "delete",action: "Delete a sent message for everyone",description: "Delete a sent message for everyone"},
   {name: "Edit",value: "edit",action: "Edit a sent message",description: "Edit a sent message"},
   {name: "Get",value: "get",action: "Get a message and its status history",description: "Get a message and its status history"},
   {name: "List",value: "list",action: "List the messages of a conversation",description: "List the messages of a conversation, newest first"},
   {name: "Mark Read",value: "markRead",action: "Show a customer that their message was read",description: "Show a customer that their message was read"},
   {name: "React",value: "react",action: "React to a message",description: "React to a message"},
   {name: "Send",value: "send",action: "Send a message",description: "Send a message"},
   {name: "Typing",value: "typing",action: "Show a typing indicator",description: "Show a typing indicator"}
  ],
  default: "send"
 },
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {
  displayName: "To",
  name: "to",
  type: "string",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: "",
  required: true,
  description: "Recipient: phone number with country code (WhatsApp Cloud API, WhatsApp linked phone), group ID or hidden ID (WhatsApp linked phone), platform user ID (others)"
 },
 {
  displayName: "Message",
  name: "message",
  type: "string",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: "",
  typeOptions: {rows: 4},
  description: "UTF-8 text; required unless there is a file or another content"
 },
 {displayName: "Media URL",name: "media_url",type: "string",displayOptions: {show: {resource: ["message"],operation: ["send"]}},default: "",description: "Public HTTPS URL of a file; message is its caption, and optional"},
 {
  displayName: "Input Binary Field",
  name: "binaryPropertyName",
  type: "string",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: "",
  hint: "The name of the input field containing the file to send, in place of a media URL"
 },
 {
  displayName: "Buttons",
  name: "buttons",
  type: "fixedCollection",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: {},
  typeOptions: {multipleValues: true},
  placeholder: "Add Button",
  options: [
   {
    displayName: "Button",
    name: "row",
    values: [
     {displayName: "ID",name: "id",type: "string",default: "",description: "Comes back with the answer when the person presses the button"},
     {displayName: "Title",name: "title",type: "string",default: ""},
     {displayName: "URL",name: "url",type: "string",default: "",description: "The address that the button opens"}
    ]
   }
  ],
  description: "Reply or link buttons under the message"
 },
 {
  displayName: "Template",
  name: "template",
  type: "fixedCollection",
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  default: {},
  placeholder: "Add Template",
  options: [
   {
    displayName: "Template",
    name: "template",
    values: [
     {
      displayName: "Template Name or ID",
      name: "name",
      type: "options",
      typeOptions: {loadOptionsMethod: "getTemplates"},
      default: "",
      description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
     },
     {displayName: "Variables",name: "variables",type: "string",typeOptions: {multipleValues: true,multipleValueButtonText: "Add Variable"},default: [],description: "Values of the placeholders of the body, in their order"}
    ]
   }
  ],
  description: "Template send (channel WhatsApp Cloud API only)"
 },
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["message"],operation: ["send"]}},
  options: [
   {
    displayName: "Contacts",
    name: "contacts",
    type: "fixedCollection",
    default: {},
    typeOptions: {multipleValues: true},
    placeholder: "Add Contact",
    options: [
     {
      displayName: "Contact",
      name: "row",
      values: [
       {displayName: "Emails",name: "emails",type: "string",default: [],typeOptions: {multipleValues: true,multipleValueButtonText: "Add Email"}},
       {displayName: "Name",name: "name",type: "string",default: ""},
       {displayName: "Organization",name: "organization",type: "string",default: ""},
       {displayName: "Phones",name: "phones",type: "string",default: [],typeOptions: {multipleValues: true,multipleValueButtonText: "Add Phone"}}
      ]
     }
    ]
   },
   {displayName: "Fallback",name: "fallback",type: "options",default: "none",options: [{name: "None",value: "none"},{name: "Text",value: "text"}],description: "Text: content that the channel cannot carry is sent as lines of text"},
   {displayName: "Filename",name: "filename",type: "string",default: "",description: "Name of a document, as the recipient sees it"},
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {
    displayName: "List",
    name: "list",
    type: "fixedCollection",
    default: {},
    placeholder: "Add List",
    options: [
     {
      displayName: "List",
      name: "fields",
      values: [
       {displayName: "Button",name: "button",type: "string",default: "",description: "Title of the button that opens the list"},
       {
        displayName: "Sections",
        name: "sections",
        type: "fixedCollection",
        default: {},
        typeOptions: {multipleValues: true},
        placeholder: "Add Section",
        options: [
         {
          displayName: "Section",
          name: "row",
          values: [
           {
            displayName: "Rows",
            name: "rows",
            type: "fixedCollection",
            default: {},
            typeOptions: {multipleValues: true},
            placeholder: "Add Row",
            options: [
             {
              displayName: "Row",
              name: "row",
              values: [{displayName: "Description",name: "description",type: "string",default: ""},{displayName: "ID",name: "id",type: "string",default: ""},{displayName: "Title",name: "title",type: "string",default: ""}]
             }
            ]
           },
           {displayName: "Title",name: "title",type: "string",default: ""}
          ]
         }
        ]
       }
      ]
     }
    ],
    description: "Rows to choose from, below message"
   },
   {
    displayName: "Location",
    name: "location",
    type: "fixedCollection",
    default: {},
    placeholder: "Add Location",
    options: [
     {
      displayName: "Location",
      name: "fields",
      values: [
       {displayName: "Address",name: "address",type: "string",default: ""},
       {displayName: "Latitude",name: "latitude",type: "number",default: 0},
       {displayName: "Longitude",name: "longitude",type: "number",default: 0},
       {displayName: "Name",name: "name",type: "string",default: ""}
      ]
     }
    ]
   },
   {displayName: "Media Type",name: "media_type",type: "string",default: "",description: "Hint: image, video, audio, voice, sticker, document or a MIME type"},
   {displayName: "Mentions",name: "mentions",type: "string",default: [],typeOptions: {multipleValues: true,multipleValueButtonText: "Add Mention"},description: "WhatsApp linked phone groups: numbers that the text mentions"},
   {
    displayName: "Poll",
    name: "poll",
    type: "fixedCollection",
    default: {},
    placeholder: "Add Poll",
    options: [
     {
      displayName: "Poll",
      name: "fields",
      values: [
       {displayName: "Multiple",name: "multiple",type: "boolean",default: false,description: "Whether a person may choose several options"},
       {displayName: "Options",name: "options",type: "string",default: [],typeOptions: {multipleValues: true,multipleValueButtonText: "Add Option"}},
       {displayName: "Question",name: "question",type: "string",default: ""}
      ]
     }
    ]
   },
   {
    displayName: "Post",
    name: "post",
    type: "fixedCollection",
    default: {},
    placeholder: "Add Post",
    options: [{displayName: "Post",name: "fields",values: [{displayName: "ID",name: "id",type: "string",default: "",description: "The platform’s ID of a post of the sending account, as comments name it in post ID"}]}],
    description: "A post of the sending account, alone"
   },
   {displayName: "Preview",name: "preview",type: "boolean",default: false,description: "Whether links get a preview; a choice on WhatsApp Cloud API and Telegram only"},
   {displayName: "Reply To",name: "reply_to",type: "string",default: "",description: "Message ID of the quoted message, from the same conversation"},
   {displayName: "Send At",name: "send_at",type: "string",default: "",description: "The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z."},
   {displayName: "Tag",name: "tag",type: "options",default: "human_agent",options: [{name: "Human Agent",value: "human_agent"}],description: "Messenger, Instagram: a person may answer within 7 days instead of 24 hours"},
   {displayName: "Upload ID",name: "upload_id",type: "string",default: "",description: "A file that this key uploaded, in place of media_url"}
  ]
 },
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["cancel"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["cancel"]}},default: "",required: true},
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["get"]}},default: "",required: true},
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["react"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["react"]}},default: "",required: true,description: "A message of either direction"},
 {displayName: "Emoji",name: "emoji",type: "string",displayOptions: {show: {resource: ["message"],operation: ["react"]}},default: "",description: "One emoji, which replaces an earlier one; null removes the reaction"},
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["edit"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["edit"]}},default: "",required: true,description: "A message that the account sent"},
 {displayName: "Message",name: "message",type: "string",displayOptions: {show: {resource: ["message"],operation: ["edit"]}},default: "",typeOptions: {rows: 4},required: true,description: "The new text"},
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["delete"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["delete"]}},default: "",required: true,description: "A message that the account sent"},
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["markRead"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "Message ID",name: "message_id",type: "string",displayOptions: {show: {resource: ["message"],operation: ["markRead"]}},default: "",required: true,description: "A message that a person sent"},
 {
  displayName: "Channel Name or ID",
  name: "channel",
  type: "options",
  displayOptions: {show: {resource: ["message"],operation: ["typing"]}},
  default: "",
  typeOptions: {loadOptionsMethod: "getChannels"},
  description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
 },
 {displayName: "To",name: "to",type: "string",displayOptions: {show: {resource: ["message"],operation: ["typing"]}},default: "",required: true,description: "Recipient, as in a send; the account has a conversation with them"},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["message"],operation: ["typing"]}},
  options: [
   {
    displayName: "From Name or ID",
    name: "from",
    type: "options",
    default: "",
    typeOptions: {loadOptionsMethod: "getAccounts"},
    description: "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
   },
   {displayName: "State",name: "state",type: "options",default: "typing",options: [{name: "Off",value: "off"},{name: "Recording",value: "recording"},{name: "Typing",value: "typing"}],description: "One of typing, recording, off"}
  ]
 },
 {displayName: "Conversation ID",name: "conversation_id",type: "number",displayOptions: {show: {resource: ["message"],operation: ["list"]}},default: 0,required: true},
 {
  displayName: "Additional Fields",
  name: "additionalFields",
  type: "collection",
  placeholder: "Add Field",
  default: {},
  displayOptions: {show: {resource: ["message"],operation: ["list"]}},
  options: [{displayName: "Cursor",name: "cursor",type: "string",default: ""},{displayName: "Limit",name: "limit",type: "number",default: 50,typeOptions: {minValue: 1},description: "Max number of results to return"}]
 }
];
