/** Prefix of the callback data of a text that follows its audio. */
const TEXT_OF = 'text-of-';

/** The `biz_opaque_callback_data` of a text that is sent after the audio of this message. */
export const textCallbackData = (messageId: string): string => `${TEXT_OF}${messageId}`;

/** Our own id in the `biz_opaque_callback_data` of a status, and whether the status is about the text after the audio. */
export function readCallbackData(given: string | null): { callbackData: string | null; isPart?: true } {
  if (given === null || !given.startsWith(TEXT_OF)) return { callbackData: given };
  return { callbackData: given.slice(TEXT_OF.length), isPart: true };
}
