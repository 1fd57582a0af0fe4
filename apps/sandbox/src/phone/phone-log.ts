import { type BoundedMap, makeBoundedMap } from '../state/bounded-map.ts';
import { forgetKeys } from '../state/forget-accounts.ts';
import { keepMap } from '../state/kept-part.ts';

/** A message that the person wrote on the test phone. */
export interface OwnMessage {
  /** The provider's id. */
  id: string;
  kind: 'text' | 'image';
  text: string | null;
  /** Id of its file. */
  file: string | null;
  atMs: number;
  /**
   * Whether Parley accepted the webhook at the first attempt; null if the channel does not report it (a linked device).
   */
  taken: boolean | null;
  /** The person's later change to it. */
  changed: 'edit' | 'revoke' | null;
}

/** The person's messages and reactions in one chat; bounded. */
export interface ChatLog {
  messages: OwnMessage[];
  /** The person's emoji by message. */
  reactions: Map<string, string>;
}

const MAX_CHATS = 1000;
const MAX_MESSAGES = 200;

/** Records people's acts on the test phone, by chat. */
export type PhoneLog = ReturnType<typeof makePhoneLog>;

/** Makes an empty log. */
export function makePhoneLog() {
  const chats: BoundedMap<ChatLog> = makeBoundedMap({ maxEntries: MAX_CHATS });
  const of = (chat: string): ChatLog => chats.get(chat) ?? { messages: [], reactions: new Map() };
  return {
    of,
    write(chat: string, message: OwnMessage) {
      const { messages, reactions } = of(chat);
      chats.set(chat, { messages: [...messages, message].slice(-MAX_MESSAGES), reactions });
    },
    /** A new text; null revokes the message. */
    change(chat: string, target: string, text: string | null) {
      const { messages, reactions } = of(chat);
      const withText = (message: OwnMessage): OwnMessage =>
        text === null ? { ...message, text, file: null, changed: 'revoke' } : { ...message, text, changed: 'edit' };
      const changed = messages.map((message) => (message.id === target ? withText(message) : message));
      chats.set(chat, { messages: changed, reactions });
    },
    /** An empty emoji removes the reaction. */
    react(chat: string, target: string, emoji: string) {
      const { messages, reactions } = of(chat);
      const changed = new Map([...reactions].slice(-MAX_MESSAGES));
      changed.delete(target);
      if (emoji !== '') changed.set(target, emoji);
      chats.set(chat, { messages, reactions: changed });
    },
    clear: () => chats.clear(),
    forget: (accounts: ReadonlySet<string>) => forgetKeys(chats, accounts),
    /** The part that survives a restart. */
    kept: keepMap(chats),
  };
}
