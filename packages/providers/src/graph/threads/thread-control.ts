import { waRecipient } from '../wa-send-body.ts';

/** An act on the thread with a person. */
export interface ThreadControl {
  verb: 'take' | 'pass' | 'release';
  /** The address of the person. */
  peer: string;
  /** The role (wa) or the id of the app (fb, ig) that gets a passed thread. */
  target: string | null;
  metadata: string | null;
}

/** Apps of Meta's own inboxes, by channel. */
export const INBOX_APPS = { fb: '263902037430900', ig: '1217981644879628' } as const;

const noteOf = ({ metadata }: ThreadControl) => (metadata === null ? {} : { metadata });

/** The body of a call of `thread_control` (wa). */
export const waThreadControl = (control: ThreadControl) => ({
  messaging_product: 'whatsapp' as const,
  ...waRecipient(control.peer),
  action: control.verb,
  ...noteOf(control),
  ...(control.verb === 'pass' && control.target !== null ? { control_pass: { target_role: control.target } } : {}),
});
export type WaThreadControl = ReturnType<typeof waThreadControl>;

/** The body of `pass_thread_control`, `take_thread_control` or `release_thread_control` (fb, ig). */
export const pageThreadControl = (control: ThreadControl) => ({
  recipient: { id: control.peer },
  ...(control.verb === 'pass' && control.target !== null ? { target_app_id: control.target } : {}),
  ...noteOf(control),
});
