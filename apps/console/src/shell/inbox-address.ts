/** What an address of the inbox says: the open conversation, the message that was looked for there, and the saved view. */
export interface InboxAddress {
  id?: number;
  message?: string;
  view?: string;
}

const MESSAGE_ID = /^[1-9]\d{0,17}$/;
const VIEW_ID = /^viw_[0-9a-z]{10,40}$/;

/** An address may be written by hand: what means nothing is left out. */
export function readInboxAddress({ id, message, view }: Record<string, unknown>): InboxAddress {
  const hasId = Number.isInteger(id);
  return {
    ...(hasId ? { id: Number(id) } : {}),
    ...(hasId && MESSAGE_ID.test(String(message)) ? { message: String(message) } : {}),
    ...(VIEW_ID.test(String(view)) ? { view: String(view) } : {}),
  };
}
