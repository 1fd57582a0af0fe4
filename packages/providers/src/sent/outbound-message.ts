import type { FileKind } from '@parley/common/messages/capabilities';
import type { RichContent } from '@parley/common/messages/message-content';

/** A file to send. */
export interface OutboundMedia {
  type: FileKind;
  /** The URL from which the platform fetches it. */
  url: string;
  /** An uploaded file, when Parley reads it itself. */
  uploadId?: string;
  filename: string | null;
}

/** An approved template to send (docs/reference/sends.md#templates). */
export interface OutboundTemplate {
  name: string;
  language: string;
  variables?: string[] | undefined;
  components?: unknown[] | undefined;
}

/** An earlier message of the conversation that a message quotes. */
export interface QuotedMessage {
  providerMessageId: string;
  /** Whether the account wrote it. */
  isOwn: boolean;
  /** In a group: the address of its author, if it is not the account. */
  author: string | null;
  text: string;
}

/** A message to send: a template, or a text with or without a file, buttons or a list, or another content alone. */
export interface OutboundMessage {
  /** In the form of events: `+digits`, business-scoped id, chat id. */
  to: string;
  text: string;
  media: OutboundMedia | null;
  template: OutboundTemplate | null;
  /** Buttons, list, location, contacts or poll. */
  rich: RichContent | null;
  quoted: QuotedMessage | null;
  /** Members of a group that the text mentions (wd): `+` and digits. */
  mentions?: readonly string[] | undefined;
  /** Whether links get a preview; undefined: the channel's default. */
  preview?: boolean | undefined;
  /** A person's answer after the usual window (fb, ig). */
  tag?: 'human_agent' | undefined;
}

/** The optional members of a message that is only text. */
export const PLAIN = { media: null, template: null, rich: null, quoted: null } as const;
