import { type BoundedMap, makeBoundedMap } from '../state/bounded-map.ts';

/** Something that the person wrote on the telephone. */
export interface OwnMessage {
  /** As the provider calls it. */
  id: string;
  kind: 'text' | 'image';
  text: string | null;
  /** Id of its file. */
  file: string | null;
  atMs: number;
  /** Whether Parley took the webhook at the first attempt; null where the channel does not tell (a linked device). */
  taken: boolean | null;
  /** What the person did to it later. */
  changed: 'edit' | 'revoke' | null;
}

/** What the person of one chat did on the telephone; bounded. */
export interface ChatLog {
  messages: OwnMessage[];
  /** The person's emoji by message. */
  reactions: Map<string, string>;
}

const MAX_CHATS = 1000;
const MAX_MESSAGES = 200;

/** Keeps what people do on the telephone, by chat. */
export interface PhoneLog {
  of(chat: string): ChatLog;
  write(chat: string, message: OwnMessage): void;
  /** A new text; null takes the message back. */
  change(chat: string, target: string, text: string | null): void;
  /** An empty emoji takes it back. */
  react(chat: string, target: string, emoji: string): void;
  clear(): void;
}

/** Makes an empty log. */
export function makePhoneLog(): PhoneLog {
  const chats: BoundedMap<ChatLog> = makeBoundedMap({ maxEntries: MAX_CHATS });
  const of = (chat: string): ChatLog => chats.get(chat) ?? { messages: [], reactions: new Map() };
  return {
    of,
    write(chat, message) {
      const { messages, reactions } = of(chat);
      chats.set(chat, { messages: [...messages, message].slice(-MAX_MESSAGES), reactions });
    },
    change(chat, target, text) {
      const { messages, reactions } = of(chat);
      const withText = (message: OwnMessage): OwnMessage =>
        text === null ? { ...message, text, file: null, changed: 'revoke' } : { ...message, text, changed: 'edit' };
      const changed = messages.map((message) => (message.id === target ? withText(message) : message));
      chats.set(chat, { messages: changed, reactions });
    },
    react(chat, target, emoji) {
      const { messages, reactions } = of(chat);
      const changed = new Map([...reactions].slice(-MAX_MESSAGES));
      changed.delete(target);
      if (emoji !== '') changed.set(target, emoji);
      chats.set(chat, { messages, reactions: changed });
    },
    clear: () => chats.clear(),
  };
}
