/** A file to send, by its public URL. */
export interface OutboundMedia {
  type: 'image' | 'video' | 'audio' | 'document';
  url: string;
  filename: string | null;
}

/** An approved template to send (docs/reference/sends.md#templates). */
export interface OutboundTemplate {
  name: string;
  language: string;
  variables?: string[] | undefined;
  components?: unknown[] | undefined;
}

/** A message to send: a template, or a text with or without a file. */
export interface OutboundMessage {
  /** As events show it: `+digits`, business-scoped id, chat id. */
  to: string;
  text: string;
  media: OutboundMedia | null;
  template: OutboundTemplate | null;
}
