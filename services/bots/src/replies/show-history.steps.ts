import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { type AiMessage, type AiPart, canTranscribe } from '@parley/providers/ai/ai-port';
import { publicUrlOf } from '@parley/runtime/environment';
import type { BotsService } from '../service.ts';
import {
  type FittedHistory,
  imageTypeOf,
  isImage,
  isRecording,
  takesImages,
  toAiMessage,
  unansweredFiles,
} from './history.rules.ts';
import type { ModelCalls } from './model-calls.steps.ts';
import { type ReadFile, readFile } from './read-file.client.ts';
import type { NoReply, ReplyBot } from './reply.rules.ts';

interface ShowJob {
  bot: ReplyBot;
  calls: ModelCalls;
  signal: AbortSignal;
}

const MAX_IMAGES = 3;
/** The strictest provider accepts 5 MB per image in base64. */
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_RECORDINGS = 3;
const MAX_RECORDING_BYTES = 15_000_000;
const TRANSCRIBE_TIMEOUT_MS = 60_000;
/** Used where the bot's own model cannot transcribe. */
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';
/** A minute of speech with Google, and more; recordings do not say how long they are. */
const BYTES_PER_TOKEN = 60;
const CANNOT_HEAR = { outcome: { kind: 'hand_over', reason: 'voice' } } as const;

function read(
  { bus, environment, cipher, now }: BotsService,
  attachmentId: string,
  limits: { maxBytes: number; signal: AbortSignal },
): Promise<ReadFile | null> {
  const address = makeMediaAddress(publicUrlOf(environment), cipher).of(attachmentId, now());
  return readFile(bus, address, attachmentId, limits);
}

/** Reads the images to show: the newest ones. */
async function readImages(service: BotsService, history: FittedHistory, { bot, signal }: ShowJob) {
  const shown = new Map<string, AiPart>();
  if (!takesImages(bot.provider, bot.model)) return shown;
  for (const { attachmentId } of unansweredFiles(history).filter(isImage).slice(-MAX_IMAGES)) {
    const file = await read(service, attachmentId, { maxBytes: MAX_IMAGE_BYTES, signal });
    const mediaType = file && imageTypeOf(file.mimeType);
    if (file && mediaType) shown.set(attachmentId, { type: 'image', bytes: file.bytes, mediaType });
  }
  return shown;
}

async function writeDown(service: BotsService, history: FittedHistory, { bot, calls, signal }: ShowJob) {
  const texts = new Map<string, AiPart>();
  const recordings = unansweredFiles(history).filter(isRecording);
  if (recordings.length === 0) return texts;
  if (!canTranscribe(bot.provider) || recordings.length > MAX_RECORDINGS) return CANNOT_HEAR;
  for (const { attachmentId, mimeType } of recordings) {
    const file = await read(service, attachmentId, { maxBytes: MAX_RECORDING_BYTES, signal });
    if (!file) return CANNOT_HEAR;
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

/**
 * A history for the model: images of unanswered messages as bytes where the model accepts them, recordings as text. A
 * recording that cannot be transcribed is handed over to a person; any other file is named
 * (docs/reference/bot-replies.md#files).
 */
export async function showHistory(
  service: BotsService,
  history: FittedHistory,
  job: ShowJob,
): Promise<{ messages: AiMessage[] } | { outcome: NoReply }> {
  const heard = await writeDown(service, history, job);
  if ('outcome' in heard) return heard;
  const shown = new Map([...heard, ...(await readImages(service, history, job))]);
  return { messages: history.messages.map((message) => toAiMessage(message, shown)) };
}
