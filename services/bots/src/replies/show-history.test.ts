import { expect, it } from 'vitest';
import { answered, asked, textOf, useReplies } from '../../test/reply-bench.ts';

const PNG = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), mimeType: 'image/png' };
const image = (attachmentId: string) => ({ attachmentId, type: 'image', mimeType: 'image/png' });
const voice = { attachmentId: 'att_v', type: 'voice', mimeType: 'audio/ogg; codecs=opus' };
const RECORDING = { bytes: Buffer.from('say: hello'), mimeType: 'audio/ogg' };

const openReplies = useReplies();

it('shows the newest images of unanswered messages as bytes, and names all other files', async () => {
  const bench = await openReplies({
    files: { a: PNG, b: PNG, c: PNG, d: PNG, e: { ...PNG, mimeType: 'image/svg+xml' } },
  });
  const files = ['a', 'b', 'c', 'd'].map(image);
  await bench.reply([
    asked('old', [image('a')]),
    answered('ok'),
    asked('look', files),
    asked('', [{ ...image('x'), type: 'document' }]),
  ]);
  expect(bench.ai.asked[0]?.messages.map(textOf)).toEqual([
    'old|[image]',
    '',
    'look|[image]|<image/png>|<image/png>|<image/png>',
    '[document]',
  ]);
  await bench.reply([asked('and this?', [image('e'), image('gone')])]);
  expect(bench.ai.asked[1]?.messages.map(textOf)).toEqual(['and this?|[image]|[image]']);
});

it('names images to a text-only model', async () => {
  const bench = await openReplies({ files: { a: PNG } });
  await bench.reply([asked('look', [image('a')])], { bot: { model: 'gpt-3.5-turbo' } });
  expect(bench.ai.asked[0]?.messages.map(textOf)).toEqual(['look|[image]']);
});

it('transcribes voice where the provider can, and pays for it as for every call', async () => {
  const bench = await openReplies({
    files: { att_v: RECORDING },
    transcribe: async () => ({ text: 'when do you open?', usage: null }),
  });
  const outcome = await bench.reply([asked('', [voice])]);
  expect(outcome).toMatchObject({ kind: 'reply', texts: ['You said: [voice message] when do you open?'] });
  expect((await bench.usage()).map(({ step, model }) => [step, model])).toEqual([
    [1, 'gpt-4o-mini-transcribe'],
    [2, 'model-1'],
  ]);
});

it('transcribes nothing on the deployment’s key without the credit for a reply', async () => {
  let transcribed = 0;
  const bench = await openReplies({
    balance: 0.9,
    files: { att_v: RECORDING },
    async transcribe() {
      transcribed++;
      return { text: 'when do you open?', usage: null };
    },
  });
  const outcome = await bench.reply([asked('', [voice])], { bot: { keyMode: 'platform' } });
  expect(outcome).toEqual({ kind: 'stopped', reason: 'no_credit' });
  expect(transcribed).toBe(0);
  expect(bench.ai.asked).toEqual([]);
});

it.each([
  [
    'a provider without transcription',
    { provider: 'anthropic' as const, apiKey: 'sk-own', baseUrl: null },
    { att_v: RECORDING },
  ],
  ['a recording that is gone', { provider: 'openai' as const, apiKey: 'sk-own', baseUrl: null }, {}],
])('hands voice over with %s', async (_name, account, files) => {
  const bench = await openReplies({ account, files });
  const { provider } = account;
  expect(await bench.reply([asked('', [voice])], { bot: { provider } })).toEqual({
    kind: 'hand_over',
    reason: 'voice',
  });
  expect(bench.ai.asked).toEqual([]);
});

it('ignores a recording that was answered', async () => {
  const bench = await openReplies();
  const outcome = await bench.reply([asked('', [voice]), answered('We heard you.'), asked('thanks')]);
  expect(outcome).toMatchObject({ kind: 'reply' });
  expect(textOf(bench.ai.asked[0]?.messages[0])).toBe('[voice]');
});
