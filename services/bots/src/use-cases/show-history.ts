import { type AiMessage, type AiPart, canTranscribe } from '@parley/providers/ai/ai-port';
import type { FittedHistory, HistoryFile, HistoryMessage } from '../domain/fit-history.ts';
import type { ReplyBot } from '../domain/reply-bot.ts';
import type { NoReply } from '../domain/reply-outcome.ts';
import { imageTypeOf, takesImages } from '../domain/takes-images.ts';
import type { ModelCalls } from './call-model.ts';

/** A file of a message, whole. */
export interface ReadFile {
  bytes: Uint8Array;
  mimeType: string;
}

export interface ShowHistoryDeps {
  /** Null when the file is gone or larger than `maxBytes`. */
  readFile(attachmentId: string, given: { maxBytes: number; signal: AbortSignal }): Promise<ReadFile | null>;
}

interface ShowJob {
  bot: ReplyBot;
  calls: ModelCalls;
  signal: AbortSignal;
}

export type ShownHistory = { ok: true; messages: AiMessage[] } | { ok: false; outcome: NoReply };

const MAX_IMAGES = 3;
/** The strictest provider accepts 5 MB per image in base64. */
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_RECORDINGS = 3;
const MAX_RECORDING_BYTES = 15_000_000;
const TRANSCRIBE_TIMEOUT_MS = 60_000;
/** Used where the bot's own model cannot transcribe. */
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';
/** Of a minute of speech with Google, and more; recordings say nothing of their length. */
const BYTES_PER_TOKEN = 60;

/** Replaces a file that the model is not shown. */
const nameOf = ({ type }: HistoryFile): string => `[${type}]`;
const isRecording = ({ type }: HistoryFile): boolean => type === 'voice' || type === 'audio';

/** Whether files of a history may be read. */
export const hasFiles = ({ messages, unanswered }: FittedHistory): boolean =>
  messages.some(
    ({ messageId, files }) =>
      unanswered.has(messageId) && files.some((file) => file.type === 'image' || isRecording(file)),
  );

/** The files to show: the newest of unanswered messages. */
function chooseFiles({ messages, unanswered }: FittedHistory, isWanted: (file: HistoryFile) => boolean, count: number) {
  const files = messages.filter(({ messageId }) => unanswered.has(messageId)).flatMap((message) => message.files);
  return files.filter(isWanted).slice(-count);
}

/** Reads the images to show. */
async function readImages(deps: ShowHistoryDeps, history: FittedHistory, { bot, signal }: ShowJob) {
  const shown = new Map<string, AiPart>();
  if (!takesImages(bot.provider, bot.model)) return shown;
  for (const { attachmentId } of chooseFiles(history, ({ type }) => type === 'image', MAX_IMAGES)) {
    const file = await deps.readFile(attachmentId, { maxBytes: MAX_IMAGE_BYTES, signal });
    const mediaType = file && imageTypeOf(file.mimeType);
    if (file && mediaType) shown.set(attachmentId, { type: 'image', bytes: file.bytes, mediaType });
  }
  return shown;
}

async function writeDown(deps: ShowHistoryDeps, history: FittedHistory, { bot, calls, signal }: ShowJob) {
  const texts = new Map<string, AiPart>();
  const cannot = { outcome: { kind: 'hand_over', reason: 'voice' } } as const;
  const recordings = chooseFiles(history, isRecording, Number.POSITIVE_INFINITY);
  if (recordings.length === 0) return texts;
  if (!canTranscribe(bot.provider) || recordings.length > MAX_RECORDINGS) return cannot;
  for (const { attachmentId, mimeType } of recordings) {
    const file = await deps.readFile(attachmentId, { maxBytes: MAX_RECORDING_BYTES, signal });
    if (!file) return cannot;
    const called = await calls.transcribe(
      {
        model: bot.provider === 'google' ? bot.model : TRANSCRIPTION_MODEL,
        audio: file.bytes,
        mediaType: mimeType ?? file.mimeType,
        timeoutMs: TRANSCRIBE_TIMEOUT_MS,
      },
      Math.ceil(file.bytes.length / BYTES_PER_TOKEN),
    );
    if (!called.ok) return { outcome: called.outcome };
    texts.set(attachmentId, { type: 'text', text: `[voice message] ${called.answer.text}` });
  }
  return texts;
}

function partsOf({ text, files }: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiPart[] {
  const parts = files.map((file): AiPart => shown.get(file.attachmentId) ?? { type: 'text', text: nameOf(file) });
  return text.trim() === '' && parts.length > 0 ? parts : [{ type: 'text', text: text || '[empty message]' }, ...parts];
}

const toMessage = (message: HistoryMessage, shown: ReadonlyMap<string, AiPart>): AiMessage =>
  message.isCustomer
    ? { role: 'customer', parts: partsOf(message, shown) }
    : {
        role: 'assistant',
        text: [message.text, ...message.files.map(nameOf)].filter(Boolean).join('\n') || '[empty message]',
      };

/**
 * A history for the model: images of unanswered messages as bytes where the model accepts them, recordings as text. A
 * recording that cannot be transcribed is handed over to a person; any other file is named
 * (docs/reference/bot-replies.md#files).
 */
export async function showHistory(deps: ShowHistoryDeps, history: FittedHistory, job: ShowJob): Promise<ShownHistory> {
  const heard = await writeDown(deps, history, job);
  if ('outcome' in heard) return { ok: false, outcome: heard.outcome };
  const shown = new Map([...heard, ...(await readImages(deps, history, job))]);
  return { ok: true, messages: history.messages.map((message) => toMessage(message, shown)) };
}
