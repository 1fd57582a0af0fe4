import type { Channel } from '../channels.ts';

export const FILE_KINDS = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const PREVIEWS = ['chosen', 'never', 'always'] as const;

/** States that `?action=typing` shows (docs/reference/sends.md#typing) and `contact.typing` reports. */
export const TYPING_STATES = ['typing', 'recording', 'off'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

/** Content and actions that a channel supports (docs/reference/channels.md#capabilities). */
export interface Capabilities {
  files: readonly FileKind[];
  /** The most reply buttons of a message; 0: none. */
  replyButtons: number;
  /** The most buttons that open an address. */
  urlButtons: number;
  /** Whether one message may have buttons of both kinds. */
  mixedButtons: boolean;
  list: boolean;
  location: boolean;
  contacts: boolean;
  poll: boolean;
  /** Whether a message can show one of the account's own posts. */
  post: boolean;
  /** Whether a message can quote an earlier one. */
  replyTo: boolean;
  /** Whether a message of a group can mention its members. */
  mentions: boolean;
  /** Link previews: chosen by each message, or always as the channel does it. */
  preview: (typeof PREVIEWS)[number];
  /** Whether a person may answer later than the platform's window. */
  humanAgent: boolean;
  react: boolean;
  edit: boolean;
  delete: boolean;
  markRead: boolean;
  /** The states that a typing indicator can show; empty: the channel has none. */
  typing: readonly TypingState[];
  /** Whether a number can be looked up. */
  checkNumber: boolean;
  /** Whether a call that rings can be rejected. */
  rejectCall: boolean;
}

/** The member of {@link Capabilities} that each action needs. */
export const ACTION_NEEDS = {
  react: 'react',
  'edit-message': 'edit',
  'delete-message': 'delete',
  'mark-read': 'markRead',
  typing: 'typing',
  'check-number': 'checkNumber',
  'reject-call': 'rejectCall',
} as const satisfies Record<string, keyof Capabilities>;
/** An action besides sending, which not every channel has. */
export type ChannelAction = keyof typeof ACTION_NEEDS;

/** Whether the channel has the action. */
export function canDo(channel: Channel, action: ChannelAction): boolean {
  const can = CAPABILITIES[channel][ACTION_NEEDS[action]];
  return typeof can === 'boolean' ? can : can.length > 0;
}

const EVERY_FILE = FILE_KINDS;
const NOTHING = {
  replyButtons: 0,
  urlButtons: 0,
  mixedButtons: false,
  list: false,
  location: false,
  contacts: false,
  poll: false,
  post: false,
  replyTo: false,
  mentions: false,
  preview: 'always',
  humanAgent: false,
  react: false,
  edit: false,
  delete: false,
  markRead: false,
  typing: [],
  checkNumber: false,
  rejectCall: false,
} as const;

/** Pages and Instagram accounts share Meta's API, with its limits. */
const PAGE: Capabilities = {
  ...NOTHING,
  files: ['image', 'video', 'audio', 'document', 'voice'],
  replyButtons: 10,
  urlButtons: 3,
  mixedButtons: true,
  replyTo: true,
  humanAgent: true,
  react: true,
  markRead: true,
  typing: ['typing', 'off'],
};

/** The table of docs/reference/channels.md#capabilities: the platform's own limits. */
export const CAPABILITIES: Readonly<Record<Channel, Capabilities>> = {
  wa: {
    ...NOTHING,
    files: EVERY_FILE,
    replyButtons: 3,
    urlButtons: 1,
    list: true,
    location: true,
    contacts: true,
    replyTo: true,
    preview: 'chosen',
    react: true,
    markRead: true,
    typing: ['typing'],
    rejectCall: true,
  },
  // Buttons and lists from linked devices reach only some phones, so they are refused and never attempted.
  wd: {
    ...NOTHING,
    files: EVERY_FILE,
    location: true,
    contacts: true,
    poll: true,
    replyTo: true,
    mentions: true,
    preview: 'never',
    react: true,
    edit: true,
    delete: true,
    markRead: true,
    typing: TYPING_STATES,
    checkNumber: true,
    rejectCall: true,
  },
  tg: {
    ...NOTHING,
    files: EVERY_FILE,
    replyButtons: 10,
    urlButtons: 10,
    mixedButtons: true,
    list: true,
    location: true,
    contacts: true,
    poll: true,
    replyTo: true,
    preview: 'chosen',
    react: true,
    edit: true,
    delete: true,
    typing: ['typing', 'recording'],
  },
  fb: PAGE,
  ig: PAGE,
  tt: { ...NOTHING, files: ['image'], replyButtons: 3, post: true, replyTo: true, markRead: true, typing: ['typing'] },
};
