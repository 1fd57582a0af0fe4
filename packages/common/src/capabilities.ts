import type { Channel } from './channels.ts';

export const FILE_KINDS = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

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
  preview: 'chosen' | 'never' | 'always';
  /** Whether a person's answer may come later than the platform's window. */
  human_agent: boolean;
  react: boolean;
  edit: boolean;
  delete: boolean;
  mark_read: boolean;
  typing: boolean;
  /** Whether a number can be looked up. */
  check_number: boolean;
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
  typing: false,
  check_number: false,
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
    typing: true,
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
    typing: true,
    check_number: true,
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
    typing: true,
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
    typing: true,
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
    typing: true,
  },
  tt: { ...NOTHING, files: ['image'] },
};
