/** A file to send. */
export interface OutboundMedia {
  type: 'image' | 'video' | 'audio' | 'document';
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

/** A message to send: a template, or a text with or without a file. */
export interface OutboundMessage {
  /** In the form of events: `+digits`, business-scoped id, chat id. */
  to: string;
  text: string;
  media: OutboundMedia | null;
  template: OutboundTemplate | null;
}
