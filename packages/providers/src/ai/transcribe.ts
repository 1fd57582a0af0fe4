import { cleanText } from '@parley/common/text/clean-text';
import { generateText } from 'ai';
import type { Dispatcher } from 'undici';
import { AiError } from './ai-error.ts';
import { type AiUsage, canTranscribe, type Transcribe, type TranscriptionRequest } from './ai-port.ts';
import { failureOf } from './generate.ts';
import { type GuardedFetch, makeGuardedFetch } from './guarded-fetch.ts';
import { openModel, openTranscriptionModel } from './open-model.ts';
import { readResponsesUsage, readUsage } from './read-usage.ts';

const INSTRUCTION =
  'Write down word for word what is said in the recording, in its own language. Answer with these words alone.';

type Heard = { text: string; usage: AiUsage | null };

/** Google's models accept recordings as part of a prompt. */
async function hear(request: TranscriptionRequest, { fetch }: GuardedFetch): Promise<Heard> {
  const { model, audio, mediaType, signal } = request;
  const opened = openModel(request, model, fetch);
  const { text, usage } = await generateText({
    model: opened,
    system: INSTRUCTION,
    messages: [{ role: 'user', content: [{ type: 'file', data: audio, mediaType }] }],
    maxRetries: 0,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  return { text, usage: readUsage(usage) };
}

async function transcribe(request: TranscriptionRequest, { fetch, answer }: GuardedFetch): Promise<Heard> {
  const { model, audio, mediaType, signal } = request;
  const opened = openTranscriptionModel(request, model, fetch);
  const { text } = await opened.doGenerate({
    audio,
    // OpenAI detects the format by the file name, which the library derives from the type.
    mediaType: mediaType.split(';', 1)[0] ?? mediaType,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  return { text, usage: readResponsesUsage(answer()?.text ?? '') };
}

/** Makes the transcription function for providers that can ({@link canTranscribe}); one call, no retries. */
export function makeTranscribe({ dispatcher }: { dispatcher: Dispatcher }): Transcribe {
  return async (request) => {
    if (!canTranscribe(request.provider)) throw new AiError({ kind: 'invalid_request' });
    const guarded = makeGuardedFetch(dispatcher, request);
    try {
      const heard = await (request.provider === 'google' ? hear : transcribe)(request, guarded);
      return { text: cleanText(heard.text).trim(), usage: heard.usage };
    } catch (error) {
      request.signal?.throwIfAborted();
      throw error instanceof AiError ? error : failureOf(request.provider, guarded);
    }
  };
}
