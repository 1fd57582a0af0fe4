import type { WaSendBody } from '@parley/providers/graph/wa-send-body';
import { refused, type SendOutcome } from '@parley/providers/sent/send-outcome';
import { expect, test } from 'vitest';
import type { MessageToSend } from './channel.rules.ts';
import { makeWaSender } from './wa.client.ts';

const account = { id: 1, tenantId: 1, externalId: '106540352242922', credentials: { access_token: 'T' } };
const message: MessageToSend = {
  to: '+16505551234',
  text: 'The song',
  media: { type: 'audio', url: 'https://x.example/a.mp3', filename: null },
  template: null,
  rich: null,
  quoted: { providerMessageId: 'wamid.Q', text: 'Sing', isOwn: false, author: null },
  file: null,
  threadId: null,
  commentId: null,
};
const accepted = (id: string): SendOutcome => ({ kind: 'accepted', providerMessageId: id, recipientAlias: null });
const provider = { name: 'graph', status: 400, code: 131009, message: 'Parameter value is not valid' } as const;
const no = refused(provider);
const unknown: SendOutcome = { kind: 'unknown', provider };

/** A sender whose client returns these outcomes in order. */
function script(...outcomes: SendOutcome[]) {
  const bodies: WaSendBody[] = [];
  const limits: number[] = [];
  const lost: unknown[] = [];
  const paths: string[] = [];
  const left: number[] = [];
  const joined: number[] = [];
  const answer =
    (path: string) =>
    async (_id: string, _token: string, body: WaSendBody, limitMs = 0) => {
      paths.push(path);
      bodies.push(body);
      limits.push(limitMs);
      const outcome = outcomes[bodies.length - 1];
      if (!outcome) throw new Error('One call too many.');
      return outcome;
    };
  const sender = makeWaSender(
    { sendMessage: answer('messages'), sendMarketing: answer('marketing_messages') },
    {
      has: ({ id }) => id === account.id,
      leave: ({ id }) => left.push(id),
      join: ({ id }) => joined.push(id),
      joinAll: () => {},
    },
    { warn: (event, fields) => lost.push({ event, ...fields }) },
    { enter: async () => 0 },
  );
  return {
    bodies,
    paths,
    left,
    joined,
    limits,
    lost,
    send: (given: Partial<MessageToSend> = {}) => sender.send(account, { ...message, ...given }, '42', 1000),
  };
}

test('audio is sent first and its text second, within one time limit; the id of the text is a further id', async () => {
  const { bodies, limits, send } = script(accepted('a'), accepted('b'));
  expect(await send()).toEqual({ ...accepted('a'), furtherIds: ['b'] });
  expect(bodies).toMatchObject([
    { type: 'audio', biz_opaque_callback_data: '42', context: { message_id: 'wamid.Q' } },
    { type: 'text', text: { body: 'The song' }, biz_opaque_callback_data: 'text-of-42' },
  ]);
  expect(bodies[1]).not.toHaveProperty('context');
  expect(limits[1]).toBeLessThanOrEqual(1000);
});

test.for([
  ['an image with a caption', { media: { type: 'image', url: 'https://x.example/a.png', filename: null } }],
  ['audio without a text', { text: '' }],
  ['a text', { media: null }],
] as const)('%s is one message', async ([, given]) => {
  const { bodies, send } = script(accepted('a'));
  expect(await send(given)).toEqual(accepted('a'));
  expect(bodies).toHaveLength(1);
});

test.for([
  ['refused', no],
  ['unknown', unknown],
] as const)('audio that is %s decides: no text follows it', async ([, outcome]) => {
  const { bodies, send } = script(outcome);
  expect(await send()).toBe(outcome);
  expect(bodies).toHaveLength(1);
});

test('a text that fails after its audio is reported, and the message is accepted', async () => {
  for (const outcome of [no, unknown]) {
    const { lost, send } = script(accepted('a'), outcome);
    expect(await send()).toEqual(accepted('a'));
    expect(lost).toEqual([{ event: 'accompanying-text.failed', message_id: '42', provider: outcome.provider }]);
  }
});

const OFFER = { text: '', media: null, template: { name: 'offer', language: 'en' }, category: 'MARKETING' };
const refusedWith = (code: number, message = 'No') => refused({ ...provider, code, message });

test.each([
  ['a marketing template', OFFER, 'marketing_messages'],
  ['a template of another category', { ...OFFER, category: 'UTILITY' }, 'messages'],
  ['a template of unknown category', { ...OFFER, category: null }, 'messages'],
  ['a text', { media: null }, 'messages'],
])('%s of an onboarded account goes by its API', async (_what, given, path) => {
  const { paths, send } = script(accepted('a'));
  expect(await send(given)).toEqual(accepted('a'));
  expect(paths).toEqual([path]);
});

test.each([
  [131055, 'No', []],
  [134100, 'No', []],
  [134101, 'No', []],
  [134102, 'No', [1]],
  [100, '(#100) Message must be a template message.', []],
])('marketing that the API refuses with %i goes by /messages, within one time limit', async (code, text, out) => {
  const { paths, limits, left, send } = script(refusedWith(code, text), accepted('b'));
  expect(await send(OFFER)).toEqual(accepted('b'));
  expect(paths).toEqual(['marketing_messages', 'messages']);
  expect(limits[1]).toBeLessThanOrEqual(1000);
  expect(left).toEqual(out);
});

test.each([
  ['another refusal', refusedWith(131049)],
  ['another error of a parameter', refusedWith(100, '(#100) Invalid parameter')],
  ['an unknown outcome', unknown],
] as const)('%s is final: nothing is sent twice', async (_what, outcome) => {
  const { paths, send } = script(outcome);
  expect(await send(OFFER)).toEqual(outcome);
  expect(paths).toEqual(['marketing_messages']);
});

const UNLISTED = { ...OFFER, category: null };

test('a template whose account sends marketing by the API alone goes by it, and so do the next ones', async () => {
  const { paths, limits, joined, send } = script(refusedWith(131063), accepted('b'));
  expect(await send(UNLISTED)).toEqual(accepted('b'));
  expect(paths).toEqual(['messages', 'marketing_messages']);
  expect(limits[1]).toBeLessThanOrEqual(1000);
  expect(joined).toEqual([1]);
});

test.each([134100, 134102])('where the API refuses it too (%i), the first reason is the one', async (code) => {
  const { paths, joined, send } = script(refusedWith(131063), refusedWith(code));
  expect(await send(UNLISTED)).toEqual(refusedWith(131063));
  expect(paths).toEqual(['messages', 'marketing_messages']);
  expect(joined).toEqual([]);
});

test('marketing that neither way takes is refused after one call of each', async () => {
  const { paths, send } = script(refusedWith(134102), refusedWith(131063));
  expect(await send(OFFER)).toEqual(refusedWith(131063));
  expect(paths).toEqual(['marketing_messages', 'messages']);
});

test('an unknown outcome by the API is final: nothing is sent twice', async () => {
  const { joined, send } = script(refusedWith(131063), unknown);
  expect(await send(UNLISTED)).toEqual(unknown);
  expect(joined).toEqual([1]);
});
