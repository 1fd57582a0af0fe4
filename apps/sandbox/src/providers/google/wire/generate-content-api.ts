import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AskedMessage, AskedPrompt } from '../../ai/state/asked.ts';
import { type AiDeps, aiRoute, type SpokenAnswer } from '../../ai/wire/ai-route.ts';
import { readKeyHeader } from '../../ai/wire/read-bearer.ts';
import { badGoogleKey, badGoogleRequest, refuseGoogle } from './google-error.ts';

const Part = z.object({
  text: z.string().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional(),
  functionCall: z.object({ name: z.string() }).optional(),
  functionResponse: z.object({ name: z.string(), response: z.unknown() }).optional(),
  thoughtSignature: z.string().optional(),
});
type Part = z.output<typeof Part>;
const Content = z.object({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) });
const Body = z.object({
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  contents: z.array(Content).min(1),
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) })).optional(),
  generationConfig: z.object({ maxOutputTokens: z.int().min(1).optional() }).optional(),
});
const Params = z.object({ model: z.string() });
const METHOD = ':generateContent';

/** A tool's result is an object; Parley puts its text in `content`. */
const resultOf = (response: unknown): string =>
  z.object({ content: z.string() }).safeParse(response).data?.content ?? JSON.stringify(response);

function readContent({ role, parts }: z.output<typeof Content>): AskedMessage[] {
  const results = parts.flatMap(({ functionResponse }): AskedMessage[] =>
    functionResponse ? [{ role: 'tool', text: resultOf(functionResponse.response), files: [], calls: [] }] : [],
  );
  const rest = parts.filter(({ functionResponse }) => functionResponse === undefined);
  if (rest.length === 0) return results;
  const said: AskedMessage = {
    role: role === 'model' ? 'assistant' : 'user',
    text: rest.map(({ text }) => text ?? '').join(''),
    files: rest.flatMap(({ inlineData }) =>
      inlineData ? [{ mediaType: inlineData.mimeType, bytes: Buffer.from(inlineData.data, 'base64') }] : [],
    ),
    calls: rest.flatMap(({ functionCall }) => (functionCall ? [functionCall.name] : [])),
  };
  return [...results, said];
}

/** Newer models refuse one of their own calls that comes back without its signature. */
const isSigned = ({ functionCall, thoughtSignature }: Part): boolean =>
  functionCall === undefined || thoughtSignature !== undefined;

function read({ params, body }: FastifyRequest): AskedPrompt | null {
  const { data } = Body.safeParse(body);
  const { model } = Params.parse(params);
  if (!data || !model.endsWith(METHOD) || !data.contents.every(({ parts }) => parts.every(isSigned))) return null;
  const system = (data.systemInstruction?.parts ?? []).map(
    ({ text }): AskedMessage => ({ role: 'system', text, files: [], calls: [] }),
  );
  return {
    model: model.slice(0, -METHOD.length),
    messages: [...system, ...data.contents.flatMap(readContent)],
    tools: (data.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    maxOutputTokens: data.generationConfig?.maxOutputTokens ?? null,
  };
}

function candidateOf({ text, call, special, brokenArguments }: SpokenAnswer) {
  if (special === 'refusal') return { finishReason: 'SAFETY', index: 0, safetyRatings: [] };
  if (brokenArguments) return { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 };
  const signed = { thoughtSignature: randomBytes(24).toString('base64') };
  const parts = call ? [{ functionCall: { name: call.name, args: call.arguments }, ...signed }] : [{ text }];
  return { content: { parts: special === 'empty' ? [] : parts, role: 'model' }, finishReason: 'STOP', index: 0 };
}

function write(answer: SpokenAnswer, { model }: AskedPrompt) {
  const { input, cached, output, reasoning } = answer.tokens;
  return {
    candidates: [candidateOf(answer)],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      totalTokenCount: input + output,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
      ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
      ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    },
    modelVersion: model,
    responseId: randomBytes(12).toString('base64url'),
  };
}

/** Google's API: POST /v1beta/models/{model}:generateContent. */
export function googleRoutes(app: FastifyInstance, deps: AiDeps): void {
  const api = {
    provider: 'google' as const,
    api: 'generate_content',
    keyOf: (request: FastifyRequest) => readKeyHeader(request, 'x-goog-api-key'),
    read,
    write: (answer: SpokenAnswer, prompt: AskedPrompt) => ({ status: 200, body: write(answer, prompt) }),
    refuse: refuseGoogle,
    badKey: badGoogleKey,
    badRequest: badGoogleRequest,
  };
  aiRoute(app, '/v1beta/models/:model', api, deps);
}
