import type { Channel } from '@parley/common/channels';
import type { Answer } from '../outbox.ts';

/** The input of a content form. The channel decides what the form can contain. */
export interface ContentFormProps {
  channel: Channel;
  /** The text that is in the composer. */
  draft: string;
  /** `shown` is the text of the placeholder while it is being sent. */
  onSend: (answer: Answer, shown: string) => void;
  onClose: () => void;
}

/** A send goes through the outbox: the form itself waits for nothing. */
export const NO_CHANGE = { isPending: false, error: null };
