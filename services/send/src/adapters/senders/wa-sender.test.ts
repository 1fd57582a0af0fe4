import type { WaSendBody } from '@parley/providers/graph/wa-send-body';
import { refused, type SendOutcome } from '@parley/providers/send-outcome';
import { expect, test } from 'vitest';
import type { MessageToSend } from '../../domain/channel-sender.ts';
import { makeWaSender } from './wa-sender.ts';

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
  const sender = makeWaSender(
    {
      async sendMessage(_phoneNumberId, _token, body, limitMs = 0) {
        bodies.push(body);
        limits.push(limitMs);
        const outcome = outcomes[bodies.length - 1];
        if (!outcome) throw new Error('One call too many.');
        return outcome;
      },
    },
    { warn: (event, fields) => lost.push({ event, ...fields }) },
  );
  return {
    bodies,
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
