import { refused, type SendOutcome } from '@parley/providers/sent/send-outcome';
import { expect, test } from 'vitest';
import type { MessageToSend } from './channel.rules.ts';
import { makeMetaPageSender } from './page.client.ts';

const account = { id: 1, tenantId: 1, externalId: 'ig', credentials: { access_token: 'T', page_id: 'page' } };
const message: MessageToSend = {
  to: '7',
  text: 'Look',
  media: { type: 'image', url: 'https://x.example/a.png', filename: null },
  template: null,
  rich: null,
  quoted: null,
  file: null,
  threadId: null,
  commentId: null,
};
const accepted = (id: string): SendOutcome => ({ kind: 'accepted', providerMessageId: id, recipientAlias: null });
const provider = { name: 'graph', status: 400, code: 10, message: 'outside the window' } as const;
const no = refused(provider);
const unknown: SendOutcome = { kind: 'unknown', provider };

/** A sender whose client returns these outcomes in order. */
function script(...outcomes: SendOutcome[]) {
  const calls: unknown[][] = [];
  const lost: unknown[] = [];
  const sender = makeMetaPageSender<string>({
    callsOf: () => ({
      async sendToPerson(senderId, token, body, limitMs) {
        calls.push([senderId, token, body, limitMs]);
        const outcome = outcomes[calls.length - 1];
        if (!outcome) throw new Error('One call too many.');
        return outcome;
      },
    }),
    bodiesOf: ({ media, text }, messageId) => [
      ...(media ? [`file ${messageId}`] : []),
      ...(text === '' ? [] : [`text ${messageId}`]),
    ],
    privateReplyOf: (commentId, text, messageId) => `reply to ${commentId}: ${text} ${messageId}`,
    senderIdOf: ({ credentials }) => credentials.page_id ?? '',
    logger: { warn: (event, fields) => lost.push({ event, ...fields }) },
  });
  return {
    calls,
    lost,
    send: (given: Partial<MessageToSend> = {}) => sender.send(account, { ...message, ...given }, '42', 1000),
  };
}

test('the file is sent first and the text second, within one time limit, and the first id is the id of the message', async () => {
  const { calls, send } = script(accepted('a'), accepted('b'));
  expect(await send()).toEqual({ ...accepted('a'), furtherIds: ['b'] });
  expect(calls).toMatchObject([
    ['page', 'T', 'file 42', 1000],
    ['page', 'T', 'text 42', expect.any(Number)],
  ]);
  expect(Number(calls[1]?.[3])).toBeLessThanOrEqual(1000);
});

test.for([
  ['refused', no],
  ['unknown', unknown],
] as const)('a file that is %s decides: no text follows it', async ([, outcome]) => {
  const { calls, send } = script(outcome);
  expect(await send()).toBe(outcome);
  expect(calls).toHaveLength(1);
});

test('a text that fails after its file is reported, and the message is accepted', async () => {
  for (const outcome of [no, unknown]) {
    const { lost, send } = script(accepted('a'), outcome);
    expect(await send()).toEqual(accepted('a'));
    expect(lost).toEqual([{ event: 'accompanying-text.failed', message_id: '42', provider: outcome.provider }]);
  }
});

test('an answer to a comment names the comment, in one request', async () => {
  const { calls, send } = script(accepted('a'));
  expect(await send({ media: null, commentId: 'c1' })).toEqual(accepted('a'));
  expect(calls.map(([, , body]) => body)).toEqual(['reply to c1: Look 42']);
});
