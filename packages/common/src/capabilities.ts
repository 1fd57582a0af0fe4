import type { Channel } from './channels.ts';

export const FILE_KINDS = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const PREVIEWS = ['chosen', 'never', 'always'] as const;

/** What `?action=typing` shows (docs/reference/sends.md#typing). */
export const TYPING_STATES = ['typing', 'recording', 'off'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

/** What a channel can carry and do (docs/reference/channels.md#capabilities). */
export interface Capabilities {
  files: readonly FileKind[];
  /** The most reply buttons of a message; 0: none. */
  reply_buttons: number;
  /** The most buttons that open an address. */
  url_buttons: number;
  /** Whether one message may have buttons of both kinds. */
  mixed_buttons: boolean;
  list: boolean;
  location: boolean;
  contacts: boolean;
  poll: boolean;
  /** Whether a message can quote an earlier one. */
  reply_to: boolean;
  /** Whether a message of a group can mention its members. */
  mentions: boolean;
  /** Previews of links: chosen by each message, or as the channel does it. */
  preview: (typeof PREVIEWS)[number];
  /** Whether a person's answer may come later than the platform's window. */
  human_agent: boolean;
  react: boolean;
  edit: boolean;
  delete: boolean;
  mark_read: boolean;
  /** The states that a typing sign can show; empty: the channel has none. */
  typing: readonly TypingState[];
  /** Whether a number can be looked up. */
  check_number: boolean;
  /** Whether a call that rings can be rejected. */
  reject_call: boolean;
}

/** The member of {@link Capabilities} that each action needs. */
export const ACTION_NEEDS = {
  react: 'react',
  'edit-message': 'edit',
  'delete-message': 'delete',
  'mark-read': 'mark_read',
  typing: 'typing',
  'check-number': 'check_number',
  'reject-call': 'reject_call',
} as const satisfies Record<string, keyof Capabilities>;
/** An action beside sending, which not every channel has. */
export type ChannelAction = keyof typeof ACTION_NEEDS;

/** Whether the channel has the action. */
export function canDo(channel: Channel, action: ChannelAction): boolean {
  const can = CAPABILITIES[channel][ACTION_NEEDS[action]];
  return typeof can === 'boolean' ? can : can.length > 0;
}

const EVERY_FILE = FILE_KINDS;
const NOTHING = {
  reply_buttons: 0,
  url_buttons: 0,
  mixed_buttons: false,
  list: false,
  location: false,
  contacts: false,
  poll: false,
  reply_to: false,
  mentions: false,
  preview: 'always',
  human_agent: false,
  react: false,
  edit: false,
  delete: false,
  mark_read: false,
  typing: [],
  check_number: false,
  reject_call: false,
} as const;

/** The table of docs/reference/channels.md#capabilities: the platform's own limits. */
export const CAPABILITIES: Readonly<Record<Channel, Capabilities>> = {
  wa: {
    ...NOTHING,
    files: EVERY_FILE,
    reply_buttons: 3,
    url_buttons: 1,
    list: true,
    location: true,
    contacts: true,
    reply_to: true,
    preview: 'chosen',
    react: true,
    mark_read: true,
    typing: ['typing'],
    reject_call: true,
  },
  // Buttons and lists of linked devices reach some phones only: they are refused, never tried.
  wd: {
    ...NOTHING,
    files: EVERY_FILE,
    location: true,
    contacts: true,
    poll: true,
    reply_to: true,
    mentions: true,
    preview: 'never',
    react: true,
    edit: true,
    delete: true,
    mark_read: true,
    typing: TYPING_STATES,
    check_number: true,
    reject_call: true,
  },
  tg: {
    ...NOTHING,
    files: EVERY_FILE,
    reply_buttons: 10,
    url_buttons: 10,
    mixed_buttons: true,
    list: true,
    location: true,
    contacts: true,
    poll: true,
    reply_to: true,
    preview: 'chosen',
    react: true,
    edit: true,
    delete: true,
    typing: ['typing', 'recording'],
  },
  fb: {
    ...NOTHING,
    files: ['image', 'video', 'audio', 'document', 'voice'],
    reply_buttons: 10,
    url_buttons: 3,
    mixed_buttons: true,
    reply_to: true,
    human_agent: true,
    react: true,
    mark_read: true,
    typing: ['typing', 'off'],
  },
  ig: {
    ...NOTHING,
    files: ['image', 'video', 'audio', 'document', 'voice'],
    reply_buttons: 10,
    url_buttons: 3,
    mixed_buttons: true,
    reply_to: true,
    human_agent: true,
    react: true,
    mark_read: true,
    typing: ['typing', 'off'],
  },
  tt: { ...NOTHING, files: ['image'], mark_read: true, typing: ['typing'] },
};
