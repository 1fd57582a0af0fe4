import type { proto } from 'baileys';

const WRAPPERS = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;
const FILES = ['imageMessage', 'videoMessage', 'audioMessage'] as const;
/** As deep as the client unwraps messages. */
const DEPTH = 5;

/** Whether the file of a message may be seen once: its phone wraps the message, or marks the file. */
export function isViewOnce(given: proto.IMessage | null | undefined): boolean {
  let message = given;
  for (let depth = 0; message && depth < DEPTH; depth++) {
    const { ephemeralMessage, deviceSentMessage, editedMessage } = message;
    if (WRAPPERS.some((name) => message?.[name]) || FILES.some((name) => message?.[name]?.viewOnce)) return true;
    message = (ephemeralMessage ?? deviceSentMessage ?? editedMessage)?.message;
  }
  return false;
}
