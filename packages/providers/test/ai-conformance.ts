import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import type { AiMessage, AiRequest, Generate } from '@parley/providers/ai/ai-port';
import { expect, it } from 'vitest';

/** A request as the other side saw it. */
export interface SeenRequest {
  key: string;
  model: string;
  system: string;
  messages: { role: string; text: string }[];
  files: { media_type: string; bytes: number }[];
  tools: string[];
  maxOutputTokens: number | null;
}

/** An implementation of the port, and the other side of it. */
export interface AiWorld {
  generate: Generate;
  /** Provider, key and address of a request, with its own key. */
  account: Pick<AiRequest, 'provider' | 'apiKey' | 'baseUrl' | 'openaiApi'>;
  answer(rule: {
    contains: string;
    answer?: string;
    tool?: { name: string; arguments: Record<string, unknown> };
  }): Promise<void>;
  /** Makes the next call fail. */
  fail(kind: AiErrorKind, retryAfterMs?: number): Promise<void>;
  /** Makes calls get no answer. */
  hold(): Promise<void>;
  seen(): Promise<SeenRequest[]>;
}

const SECRET = 'my secret illness';
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SEARCH = {
  name: 'search_knowledge',
  description: 'Finds passages.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

const customer = (text: string): AiMessage => ({ role: 'customer', parts: [{ type: 'text', text }] });

/** The guarantees of every implementation of the port. */
export function aiConformance(world: () => AiWorld): void {
  const ask = (messages: AiMessage[], more: Partial<AiRequest> = {}) =>
    world().generate({
      ...world().account,
      model: 'model-1',
      system: 'You are a bot.',
      messages,
      tools: [],
      maxOutputTokens: 300,
      timeoutMs: 20_000,
      ...more,
    });

  it('answers, and sends only what it was given', async () => {
    await world().answer({ contains: 'open', answer: 'At nine.' });
    const history: AiMessage[] = [customer('hello'), { role: 'assistant', text: 'Hi!' }, customer('when do you open?')];
    const answer = await ask(history, { tools: [SEARCH] });
    expect(answer).toMatchObject({ text: 'At nine.', toolCalls: [], finishReason: 'stop' });
    expect(await world().seen()).toMatchObject([
      {
        key: world().account.apiKey,
        model: 'model-1',
        system: 'You are a bot.',
        messages: [
          { role: 'user', text: 'hello' },
          { role: 'assistant', text: 'Hi!' },
          { role: 'user', text: 'when do you open?' },
        ],
        tools: ['search_knowledge'],
        maxOutputTokens: 300,
      },
    ]);
  });

  it('reports the number of used tokens', async () => {
    const { usage } = await ask([customer('hello')]);
    expect(usage).toEqual({
      inputTokens: expect.any(Number),
      cachedInputTokens: 0,
      outputTokens: expect.any(Number),
      reasoningTokens: 0,
    });
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });

  it('returns a tool call, and continues with its result', async () => {
    const tool = { name: SEARCH.name, arguments: { query: 'hours' } };
    await world().answer({ contains: 'open', tool, answer: 'We open: {result}' });
    const asked = customer('when do you open?');
    const first = await ask([asked], { tools: [SEARCH] });
    expect(first).toMatchObject({ text: '', toolCalls: [tool], finishReason: 'tool_calls' });
    const results = first.toolCalls.map(({ callId, name }) => ({ callId, name, output: 'at nine' }));
    const second = await ask([asked, { role: 'turn', turn: first.turn, results }], { tools: [SEARCH] });
    expect(second).toMatchObject({ text: 'We open: at nine', toolCalls: [] });
  });

  it('sends images as bytes', async () => {
    const parts = [
      { type: 'text' as const, text: 'what is this?' },
      { type: 'image' as const, bytes: PNG, mediaType: 'image/png' },
    ];
    await ask([{ role: 'customer', parts }]);
    expect((await world().seen()).at(-1)?.files).toEqual([{ media_type: 'image/png', bytes: PNG.length }]);
  });

  it.each([
    'refused_key',
    'out_of_money',
    'rate_limited',
    'overloaded',
    'refusal',
    'empty',
    'too_large',
    'invalid_answer',
  ] as const)('%s is reported as such, without the prompt and the key, and nothing is retried', async (kind) => {
    await world().fail(kind, 3000);
    const waits = kind === 'rate_limited' || kind === 'overloaded';
    const error = await ask([customer(SECRET)], { tools: [SEARCH] }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'AiError', kind, retryAfterMs: waits ? 3000 : null });
    const reported = `${JSON.stringify(error)} ${String(error)} ${error instanceof Error ? `${error.stack} ${error.cause}` : ''}`;
    for (const secret of [SECRET, world().account.apiKey]) expect(reported).not.toContain(secret);
    expect(await world().seen()).toHaveLength(1);
    // The failure has ended: had the call been retried, it would have been answered.
    expect((await ask([customer('hello')])).text).not.toBe('');
  });

  it('ends a call at the signal, with its reason', async () => {
    await world().hold();
    const controller = new AbortController();
    const asked = ask([customer('hello')], { signal: controller.signal });
    controller.abort(new Error('A person answered.'));
    await expect(asked).rejects.toThrow('A person answered.');
    const late = ask([customer('hello')], { signal: AbortSignal.abort(new Error('Too late.')) });
    await expect(late).rejects.toThrow('Too late.');
  });
}
