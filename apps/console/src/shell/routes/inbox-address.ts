import type { Channel } from '@parley/common/channels';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';

const STATES = ['open', 'snoozed', 'resolved', 'archived', 'all'] as const;

/** The filters of the list in an address: `all` means every state. */
export interface InboxFilters {
  channel?: Channel;
  status?: (typeof STATES)[number];
  assignee?: string;
  unread?: true;
  label?: string;
  q?: string;
}

/**
 * An address of the inbox: the open conversation, the message or the note to scroll to, and the saved view, or else the
 * filters. With a note, the message is the one before it, around which the thread is loaded.
 */
export interface InboxAddress extends InboxFilters {
  id?: number;
  message?: string;
  note?: string;
  view?: string;
}

const MESSAGE_ID = /^[1-9]\d{0,17}$/;
const NOTE_ID = /^nte_[0-9a-z]{10,40}$/;
const VIEW_ID = /^viw_[0-9a-z]{10,40}$/;
const ASSIGNEE = /^(none|(mem|tea)_[0-9a-z]{10,40})$/;
const LABEL_ID = /^lbl_[0-9a-z]{10,40}$/;
const SOUGHT_MAX = 100;

function readFilters({ channel, status, assignee, unread, label, q }: Record<string, unknown>): InboxFilters {
  const [code, state] = [CHANNEL_CODES.find((one) => one === channel), STATES.find((one) => one === status)];
  const sought = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, SOUGHT_MAX) : '';
  return {
    ...(code ? { channel: code } : {}),
    ...(state ? { status: state } : {}),
    ...(ASSIGNEE.test(String(assignee)) ? { assignee: String(assignee) } : {}),
    ...(unread === true ? { unread } : {}),
    ...(LABEL_ID.test(String(label)) ? { label: String(label) } : {}),
    ...(sought === '' ? {} : { q: sought }),
  };
}

/** Reads an address, which may be written by hand: invalid values are left out. */
export function readInboxAddress(search: Record<string, unknown>): InboxAddress {
  const { id, message, note, view } = search;
  const hasId = Number.isInteger(id);
  const hasView = VIEW_ID.test(String(view));
  return {
    ...(hasId ? { id: Number(id) } : {}),
    ...(hasId && MESSAGE_ID.test(String(message)) ? { message: String(message) } : {}),
    ...(hasId && NOTE_ID.test(String(note)) ? { note: String(note) } : {}),
    ...(hasView ? { view: String(view) } : readFilters(search)),
  };
}
