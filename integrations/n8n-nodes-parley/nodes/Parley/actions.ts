// Generated from docs/openapi.json by npm run generate.

import type { INodeProperties } from 'n8n-workflow';

export type FieldKind = 'text' | 'nullable' | 'choice' | 'boolean' | 'number' | 'json';

export interface Action {
  name: string;
  method: 'GET' | 'POST';
  required: readonly string[];
  fields: Readonly<Record<string, FieldKind>>;
}

export const ACTIONS: Readonly<Record<string, Action>> = {
  "account.status": {
    name: "status",
    method: "GET",
    required: [],
    fields: {}
  },
  "message.send": {
    name: "send",
    method: "POST",
    required: [
      "channel",
      "to"
    ],
    fields: {
      channel: "choice",
      to: "text",
      message: "text",
      media_url: "text",
      media_type: "text",
      filename: "text",
      template: "json",
      buttons: "json",
      list: "json",
      location: "json",
      contacts: "json",
      poll: "json",
      reply_to: "text",
      mentions: "json",
      preview: "boolean",
      tag: "choice",
      fallback: "choice",
      send_at: "text",
      from: "text"
    }
  },
  "message.cancel": {
    name: "cancel-send",
    method: "POST",
    required: [
      "channel",
      "message_id"
    ],
    fields: {
      channel: "choice",
      message_id: "text"
    }
  },
  "message.get": {
    name: "message",
    method: "GET",
    required: [
      "message_id"
    ],
    fields: {
      message_id: "text"
    }
  },
  "message.react": {
    name: "react",
    method: "POST",
    required: [
      "channel",
      "message_id",
      "emoji"
    ],
    fields: {
      channel: "choice",
      message_id: "text",
      emoji: "nullable"
    }
  },
  "message.edit": {
    name: "edit-message",
    method: "POST",
    required: [
      "channel",
      "message_id",
      "message"
    ],
    fields: {
      channel: "choice",
      message_id: "text",
      message: "text"
    }
  },
  "message.delete": {
    name: "delete-message",
    method: "POST",
    required: [
      "channel",
      "message_id"
    ],
    fields: {
      channel: "choice",
      message_id: "text"
    }
  },
  "message.markRead": {
    name: "mark-read",
    method: "POST",
    required: [
      "channel",
      "message_id"
    ],
    fields: {
      channel: "choice",
      message_id: "text"
    }
  },
  "message.typing": {
    name: "typing",
    method: "POST",
    required: [
      "channel",
      "to"
    ],
    fields: {
      channel: "choice",
      to: "text",
      from: "text",
      state: "choice"
    }
  },
  "number.check": {
    name: "check-number",
    method: "POST",
    required: [
      "channel",
      "numbers"
    ],
    fields: {
      channel: "choice",
      numbers: "text",
      from: "text"
    }
  },
  "call.reject": {
    name: "reject-call",
    method: "POST",
    required: [
      "channel",
      "call_id"
    ],
    fields: {
      channel: "choice",
      call_id: "text",
      from: "text"
    }
  },
  "template.list": {
    name: "templates",
    method: "GET",
    required: [],
    fields: {
      from: "text"
    }
  },
  "template.create": {
    name: "create-template",
    method: "POST",
    required: [
      "channel",
      "name",
      "category",
      "language"
    ],
    fields: {
      channel: "choice",
      from: "text",
      name: "text",
      category: "choice",
      language: "text",
      header: "json",
      body: "json",
      footer: "text",
      buttons: "json",
      add_security_recommendation: "boolean",
      code_expiration_minutes: "number"
    }
  },
  "template.update": {
    name: "update-template",
    method: "POST",
    required: [
      "channel",
      "name",
      "language"
    ],
    fields: {
      channel: "choice",
      from: "text",
      name: "text",
      category: "choice",
      language: "text",
      header: "json",
      body: "json",
      footer: "text",
      buttons: "json",
      add_security_recommendation: "boolean",
      code_expiration_minutes: "number"
    }
  },
  "template.delete": {
    name: "delete-template",
    method: "POST",
    required: [
      "channel",
      "name"
    ],
    fields: {
      channel: "choice",
      from: "text",
      name: "text",
      language: "text"
    }
  },
  "channel.list": {
    name: "channels",
    method: "GET",
    required: [],
    fields: {}
  },
  "channel.capabilities": {
    name: "capabilities",
    method: "GET",
    required: [],
    fields: {}
  },
  "channel.connectLink": {
    name: "connect-link",
    method: "GET",
    required: [
      "channel",
      "redirect_url"
    ],
    fields: {
      channel: "choice",
      redirect_url: "text"
    }
  },
  "channel.connectTelegram": {
    name: "connect-telegram",
    method: "POST",
    required: [
      "bot_token"
    ],
    fields: {
      bot_token: "text"
    }
  },
  "session.create": {
    name: "create-session",
    method: "POST",
    required: [
      "label"
    ],
    fields: {
      label: "text",
      history_days: "number"
    }
  },
  "session.pairCode": {
    name: "pair-code",
    method: "POST",
    required: [
      "session_token",
      "phone"
    ],
    fields: {
      session_token: "text",
      phone: "text"
    }
  },
  "session.status": {
    name: "session-status",
    method: "GET",
    required: [
      "session_token"
    ],
    fields: {
      session_token: "text"
    }
  },
  "session.qr": {
    name: "session-qr",
    method: "GET",
    required: [
      "session_token"
    ],
    fields: {
      session_token: "text"
    }
  },
  "session.delete": {
    name: "delete-session",
    method: "POST",
    required: [],
    fields: {
      session_token: "text",
      id: "text"
    }
  },
  "channel.disconnect": {
    name: "disconnect-channel",
    method: "POST",
    required: [
      "channel",
      "id"
    ],
    fields: {
      channel: "choice",
      id: "text"
    }
  },
  "comment.reply": {
    name: "comment-reply",
    method: "POST",
    required: [
      "comment_id",
      "message"
    ],
    fields: {
      comment_id: "text",
      message: "text",
      private_message: "text"
    }
  },
  "comment.list": {
    name: "comments",
    method: "GET",
    required: [
      "platform"
    ],
    fields: {
      platform: "choice",
      limit: "number",
      post_id: "text",
      cursor: "text"
    }
  },
  "event.list": {
    name: "events",
    method: "GET",
    required: [],
    fields: {
      after: "text",
      limit: "number"
    }
  }
};

export const PROPERTIES: INodeProperties[] = [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: [
      {
        name: "Account",
        value: "account"
      },
      {
        name: "Call",
        value: "call"
      },
      {
        name: "Channel",
        value: "channel"
      },
      {
        name: "Comment",
        value: "comment"
      },
      {
        name: "Event",
        value: "event"
      },
      {
        name: "Message",
        value: "message"
      },
      {
        name: "Number",
        value: "number"
      },
      {
        name: "Session",
        value: "session"
      },
      {
        name: "Template",
        value: "template"
      }
    ],
    default: "message"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "account"
        ]
      }
    },
    options: [
      {
        name: "Status",
        value: "status",
        action: "Status of the key and its account",
        description: "Status of the key and its account"
      }
    ],
    default: "status"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "message"
        ]
      }
    },
    options: [
      {
        name: "Cancel",
        value: "cancel",
        action: "Cancel a scheduled message",
        description: "Cancel a scheduled message"
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a sent message for everybody",
        description: "Delete a sent message for everybody"
      },
      {
        name: "Edit",
        value: "edit",
        action: "Edit a sent message",
        description: "Edit a sent message"
      },
      {
        name: "Get",
        value: "get",
        action: "One message and what became of it",
        description: "One message and what became of it"
      },
      {
        name: "Mark Read",
        value: "markRead",
        action: "Show a customer that their message was read",
        description: "Show a customer that their message was read"
      },
      {
        name: "React",
        value: "react",
        action: "React to a message",
        description: "React to a message"
      },
      {
        name: "Send",
        value: "send",
        action: "Send a message",
        description: "Send a message"
      },
      {
        name: "Typing",
        value: "typing",
        action: "Show a typing indicator",
        description: "Show a typing indicator"
      }
    ],
    default: "cancel"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "number"
        ]
      }
    },
    options: [
      {
        name: "Check",
        value: "check",
        action: "Look up whether numbers are on the network",
        description: "Look up whether numbers are on the network"
      }
    ],
    default: "check"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "call"
        ]
      }
    },
    options: [
      {
        name: "Reject",
        value: "reject",
        action: "Reject a ringing call",
        description: "Reject a ringing call"
      }
    ],
    default: "reject"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "template"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a template of a wa account which meta reviews",
        description: "Create a template of a wa account, which Meta reviews"
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a template of a wa account in one language or in all",
        description: "Delete a template of a wa account, in one language or in all"
      },
      {
        name: "List",
        value: "list",
        action: "List the templates of a wa account",
        description: "List the templates of a wa account"
      },
      {
        name: "Update",
        value: "update",
        action: "Replace the content of a template which meta reviews again",
        description: "Replace the content of a template, which Meta reviews again"
      }
    ],
    default: "create"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "channel"
        ]
      }
    },
    options: [
      {
        name: "Capabilities",
        value: "capabilities",
        action: "What each connected account can carry and do",
        description: "What each connected account can carry and do"
      },
      {
        name: "Connect Link",
        value: "connectLink",
        action: "Make a connect link for an end customer",
        description: "Make a connect link for an end customer"
      },
      {
        name: "Connect Telegram",
        value: "connectTelegram",
        action: "Connect a telegram bot",
        description: "Connect a Telegram bot"
      },
      {
        name: "Disconnect",
        value: "disconnect",
        action: "Disconnect a channel",
        description: "Disconnect a channel"
      },
      {
        name: "List",
        value: "list",
        action: "List the connected channels",
        description: "List the connected channels"
      }
    ],
    default: "capabilities"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "session"
        ]
      }
    },
    options: [
      {
        name: "Create",
        value: "create",
        action: "Create a linking session",
        description: "Create a linking session"
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a linking session and log the device out",
        description: "Delete a linking session and log the device out"
      },
      {
        name: "Pair Code",
        value: "pairCode",
        action: "Get a pairing code for a phone",
        description: "Get a pairing code for a phone"
      },
      {
        name: "QR",
        value: "qr",
        action: "Qr code of a linking session",
        description: "QR code of a linking session"
      },
      {
        name: "Status",
        value: "status",
        action: "State of a linking session",
        description: "State of a linking session"
      }
    ],
    default: "create"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "comment"
        ]
      }
    },
    options: [
      {
        name: "List",
        value: "list",
        action: "List comments",
        description: "List comments"
      },
      {
        name: "Reply",
        value: "reply",
        action: "Reply to a comment",
        description: "Reply to a comment"
      }
    ],
    default: "list"
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: {
      show: {
        resource: [
          "event"
        ]
      }
    },
    options: [
      {
        name: "List",
        value: "list",
        action: "Read the events of the key oldest first",
        description: "Read the events of the key, oldest first"
      }
    ],
    default: "list"
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "send"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "To",
    name: "to",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "send"
        ]
      }
    },
    default: "",
    required: true,
    description: "Recipient: phone number with country code (wa, wd), group ID or hidden ID (wd), platform user ID (others)"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "send"
        ]
      }
    },
    options: [
      {
        displayName: "Buttons",
        name: "buttons",
        type: "json",
        default: "",
        description: "Reply or address buttons below message"
      },
      {
        displayName: "Contacts",
        name: "contacts",
        type: "json",
        default: ""
      },
      {
        displayName: "Fallback",
        name: "fallback",
        type: "options",
        default: "none",
        options: [
          {
            name: "None",
            value: "none"
          },
          {
            name: "Text",
            value: "text"
          }
        ],
        description: "Text: what the channel cannot carry is sent as lines of text"
      },
      {
        displayName: "Filename",
        name: "filename",
        type: "string",
        default: "",
        description: "Name of a document, as the recipient sees it"
      },
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which account sends: its ID, number or label. Default: where the newest conversation with the recipient is, else the first."
      },
      {
        displayName: "List",
        name: "list",
        type: "json",
        default: "",
        description: "Rows to choose from, below message"
      },
      {
        displayName: "Location",
        name: "location",
        type: "json",
        default: ""
      },
      {
        displayName: "Media Type",
        name: "media_type",
        type: "string",
        default: "",
        description: "Hint: image, video, audio, voice, sticker, document or a MIME type"
      },
      {
        displayName: "Media URL",
        name: "media_url",
        type: "string",
        default: "",
        description: "Public HTTPS URL of a file"
      },
      {
        displayName: "Mentions",
        name: "mentions",
        type: "json",
        default: "",
        description: "Wd groups: numbers that the text mentions"
      },
      {
        displayName: "Message",
        name: "message",
        type: "string",
        default: "",
        description: "UTF-8 text; required unless there is another content"
      },
      {
        displayName: "Poll",
        name: "poll",
        type: "json",
        default: ""
      },
      {
        displayName: "Preview",
        name: "preview",
        type: "boolean",
        default: false,
        description: "Whether links get a preview; a choice on wa and tg only"
      },
      {
        displayName: "Reply To",
        name: "reply_to",
        type: "string",
        default: "",
        description: "Message_id of the message that it quotes, of the same conversation"
      },
      {
        displayName: "Send At",
        name: "send_at",
        type: "string",
        default: "",
        description: "When it is sent: in the future, at most 90 days ahead; answered 202. ISO 8601 with an offset or Z."
      },
      {
        displayName: "Tag",
        name: "tag",
        type: "options",
        default: "human_agent",
        options: [
          {
            name: "Human Agent",
            value: "human_agent"
          }
        ],
        description: "Fb, ig: a person answers within 7 days instead of 24 hours"
      },
      {
        displayName: "Template",
        name: "template",
        type: "json",
        default: "",
        description: "Template send (channel wa only)"
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "cancel"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "cancel"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "get"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "react"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "react"
        ]
      }
    },
    default: "",
    required: true,
    description: "A message of either direction"
  },
  {
    displayName: "Emoji",
    name: "emoji",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "react"
        ]
      }
    },
    default: "",
    description: "One emoji, which replaces an earlier one; null removes the reaction"
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "edit"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "edit"
        ]
      }
    },
    default: "",
    required: true,
    description: "A message that the account sent"
  },
  {
    displayName: "Message",
    name: "message",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "edit"
        ]
      }
    },
    default: "",
    required: true,
    description: "The new text"
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "delete"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "delete"
        ]
      }
    },
    default: "",
    required: true,
    description: "A message that the account sent"
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "markRead"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Message ID",
    name: "message_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "markRead"
        ]
      }
    },
    default: "",
    required: true,
    description: "A message that a person sent"
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "typing"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "To",
    name: "to",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "typing"
        ]
      }
    },
    default: "",
    required: true,
    description: "Recipient, as in a send; the account has a conversation with them"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "message"
        ],
        operation: [
          "typing"
        ]
      }
    },
    options: [
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which account shows it: its ID, number or label. Default: where the newest conversation with the recipient is."
      },
      {
        displayName: "State",
        name: "state",
        type: "options",
        default: "typing",
        options: [
          {
            name: "Off",
            value: "off"
          },
          {
            name: "Recording",
            value: "recording"
          },
          {
            name: "Typing",
            value: "typing"
          }
        ],
        description: "One of typing, recording, off"
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "number"
        ],
        operation: [
          "check"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Numbers",
    name: "numbers",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "number"
        ],
        operation: [
          "check"
        ]
      }
    },
    default: "",
    required: true,
    description: "One number, or a list of at most 50"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "number"
        ],
        operation: [
          "check"
        ]
      }
    },
    options: [
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which account asks: its ID, number or label. Default: the first of the channel."
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "call"
        ],
        operation: [
          "reject"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      },
      {
        name: "WhatsApp",
        value: "wa"
      },
      {
        name: "WhatsApp (Linked Phone)",
        value: "wd"
      }
    ],
    required: true,
    description: "One of wd, wa, tg, fb, ig, tt"
  },
  {
    displayName: "Call ID",
    name: "call_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "call"
        ],
        operation: [
          "reject"
        ]
      }
    },
    default: "",
    required: true,
    description: "Call_id of call.received"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "call"
        ],
        operation: [
          "reject"
        ]
      }
    },
    options: [
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which account is called: its ID, number or label. Default: the first of the channel."
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "list"
        ]
      }
    },
    options: [
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: ""
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    default: "wa",
    options: [
      {
        name: "WhatsApp",
        value: "wa"
      }
    ],
    required: true
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Category",
    name: "category",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    default: "AUTHENTICATION",
    options: [
      {
        name: "Authentication",
        value: "AUTHENTICATION"
      },
      {
        name: "Marketing",
        value: "MARKETING"
      },
      {
        name: "Utility",
        value: "UTILITY"
      }
    ],
    required: true
  },
  {
    displayName: "Language",
    name: "language",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "Add Security Recommendation",
        name: "add_security_recommendation",
        type: "boolean",
        default: false,
        description: "Whether AUTHENTICATION: “do not share this code”"
      },
      {
        displayName: "Body",
        name: "body",
        type: "json",
        default: "",
        description: "Required, except for AUTHENTICATION"
      },
      {
        displayName: "Buttons",
        name: "buttons",
        type: "json",
        default: ""
      },
      {
        displayName: "Code Expiration Minutes",
        name: "code_expiration_minutes",
        type: "number",
        default: 0,
        description: "AUTHENTICATION"
      },
      {
        displayName: "Footer",
        name: "footer",
        type: "string",
        default: ""
      },
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which of the account’s numbers: ID, number or label"
      },
      {
        displayName: "Header",
        name: "header",
        type: "json",
        default: ""
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "update"
        ]
      }
    },
    default: "wa",
    options: [
      {
        name: "WhatsApp",
        value: "wa"
      }
    ],
    required: true
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "update"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Language",
    name: "language",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "update"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "update"
        ]
      }
    },
    options: [
      {
        displayName: "Add Security Recommendation",
        name: "add_security_recommendation",
        type: "boolean",
        default: false,
        description: "Whether AUTHENTICATION: “do not share this code”"
      },
      {
        displayName: "Body",
        name: "body",
        type: "json",
        default: "",
        description: "Required, except for AUTHENTICATION"
      },
      {
        displayName: "Buttons",
        name: "buttons",
        type: "json",
        default: ""
      },
      {
        displayName: "Category",
        name: "category",
        type: "options",
        default: "AUTHENTICATION",
        options: [
          {
            name: "Authentication",
            value: "AUTHENTICATION"
          },
          {
            name: "Marketing",
            value: "MARKETING"
          },
          {
            name: "Utility",
            value: "UTILITY"
          }
        ],
        description: "Meta never changes that of an approved template"
      },
      {
        displayName: "Code Expiration Minutes",
        name: "code_expiration_minutes",
        type: "number",
        default: 0,
        description: "AUTHENTICATION"
      },
      {
        displayName: "Footer",
        name: "footer",
        type: "string",
        default: ""
      },
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which of the account’s numbers: ID, number or label"
      },
      {
        displayName: "Header",
        name: "header",
        type: "json",
        default: ""
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "delete"
        ]
      }
    },
    default: "wa",
    options: [
      {
        name: "WhatsApp",
        value: "wa"
      }
    ],
    required: true
  },
  {
    displayName: "Name",
    name: "name",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "delete"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "template"
        ],
        operation: [
          "delete"
        ]
      }
    },
    options: [
      {
        displayName: "From",
        name: "from",
        type: "string",
        default: "",
        description: "Which of the account’s numbers: ID, number or label"
      },
      {
        displayName: "Language",
        name: "language",
        type: "string",
        default: "",
        description: "Default: every language of the name"
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "channel"
        ],
        operation: [
          "connectLink"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "TikTok",
        value: "tt"
      }
    ],
    required: true,
    description: "One of fb, ig, tt"
  },
  {
    displayName: "Redirect URL",
    name: "redirect_url",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "channel"
        ],
        operation: [
          "connectLink"
        ]
      }
    },
    default: "",
    required: true,
    description: "Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels"
  },
  {
    displayName: "Bot Token",
    name: "bot_token",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "channel"
        ],
        operation: [
          "connectTelegram"
        ]
      }
    },
    default: "",
    typeOptions: {
      password: true
    },
    required: true
  },
  {
    displayName: "Label",
    name: "label",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "create"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "create"
        ]
      }
    },
    options: [
      {
        displayName: "History Days",
        name: "history_days",
        type: "number",
        default: 0,
        description: "Imports the messages of the last days from the phone into the inbox, without events; default 0: none"
      }
    ]
  },
  {
    displayName: "Session Token",
    name: "session_token",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "pairCode"
        ]
      }
    },
    default: "",
    typeOptions: {
      password: true
    },
    required: true,
    description: "Starts with wds_"
  },
  {
    displayName: "Phone",
    name: "phone",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "pairCode"
        ]
      }
    },
    default: "",
    required: true,
    description: "Number with country code"
  },
  {
    displayName: "Session Token",
    name: "session_token",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "status"
        ]
      }
    },
    default: "",
    typeOptions: {
      password: true
    },
    required: true,
    description: "Starts with wds_"
  },
  {
    displayName: "Session Token",
    name: "session_token",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "qr"
        ]
      }
    },
    default: "",
    typeOptions: {
      password: true
    },
    required: true,
    description: "Starts with wds_"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "session"
        ],
        operation: [
          "delete"
        ]
      }
    },
    options: [
      {
        displayName: "ID",
        name: "id",
        type: "string",
        default: "",
        description: "ID as in ?action=channels"
      },
      {
        displayName: "Session Token",
        name: "session_token",
        type: "string",
        default: "",
        typeOptions: {
          password: true
        },
        description: "Starts with wds_"
      }
    ]
  },
  {
    displayName: "Channel",
    name: "channel",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "channel"
        ],
        operation: [
          "disconnect"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "Telegram",
        value: "tg"
      },
      {
        name: "TikTok",
        value: "tt"
      }
    ],
    required: true,
    description: "One of fb, ig, tg, tt"
  },
  {
    displayName: "ID",
    name: "id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "channel"
        ],
        operation: [
          "disconnect"
        ]
      }
    },
    default: "",
    required: true,
    description: "Channel account ID as in ?action=channels"
  },
  {
    displayName: "Comment ID",
    name: "comment_id",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "reply"
        ]
      }
    },
    default: "",
    required: true
  },
  {
    displayName: "Message",
    name: "message",
    type: "string",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "reply"
        ]
      }
    },
    default: "",
    required: true,
    description: "Public reply"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "reply"
        ]
      }
    },
    options: [
      {
        displayName: "Private Message",
        name: "private_message",
        type: "string",
        default: "",
        description: "Private reply that opens a direct-message conversation"
      }
    ]
  },
  {
    displayName: "Platform",
    name: "platform",
    type: "options",
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "list"
        ]
      }
    },
    default: "ig",
    options: [
      {
        name: "Instagram",
        value: "ig"
      },
      {
        name: "Messenger",
        value: "fb"
      },
      {
        name: "TikTok",
        value: "tt"
      }
    ],
    required: true,
    description: "One of fb, ig, tt"
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "comment"
        ],
        operation: [
          "list"
        ]
      }
    },
    options: [
      {
        displayName: "Cursor",
        name: "cursor",
        type: "string",
        default: ""
      },
      {
        displayName: "Limit",
        name: "limit",
        type: "number",
        default: 50,
        typeOptions: {
          minValue: 1
        },
        description: "Max number of results to return"
      },
      {
        displayName: "Post ID",
        name: "post_id",
        type: "string",
        default: ""
      }
    ]
  },
  {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    displayOptions: {
      show: {
        resource: [
          "event"
        ],
        operation: [
          "list"
        ]
      }
    },
    options: [
      {
        displayName: "After",
        name: "after",
        type: "string",
        default: ""
      },
      {
        displayName: "Limit",
        name: "limit",
        type: "number",
        default: 50,
        typeOptions: {
          minValue: 1
        },
        description: "Max number of results to return"
      }
    ]
  }
];

export const EVENTS_PROPERTY: INodeProperties = {
  displayName: "Events",
  name: "events",
  type: "multiOptions",
  default: [],
  description: "The events that start the workflow; none chosen: all that the key is subscribed to",
  options: [
    {
      name: "Call Received",
      value: "call.received"
    },
    {
      name: "Channel Connected",
      value: "channel.connected"
    },
    {
      name: "Channel Disconnected",
      value: "channel.disconnected"
    },
    {
      name: "Channel Health",
      value: "channel.health"
    },
    {
      name: "Comment Deleted",
      value: "comment.deleted"
    },
    {
      name: "Comment Received",
      value: "comment.received"
    },
    {
      name: "Comment Updated",
      value: "comment.updated"
    },
    {
      name: "Contact Opt Out",
      value: "contact.opt_out"
    },
    {
      name: "Contact Referral",
      value: "contact.referral"
    },
    {
      name: "Contact Typing",
      value: "contact.typing"
    },
    {
      name: "Group Updated",
      value: "group.updated"
    },
    {
      name: "Message Deleted",
      value: "message.deleted"
    },
    {
      name: "Message Reaction",
      value: "message.reaction"
    },
    {
      name: "Message Received",
      value: "message.received"
    },
    {
      name: "Message Sent",
      value: "message.sent"
    },
    {
      name: "Message Status",
      value: "message.status"
    },
    {
      name: "Message Updated",
      value: "message.updated"
    },
    {
      name: "Template Status",
      value: "template.status"
    }
  ]
};
