import { connect } from 'node:net';
import { channels } from '@parley/common/contracts/channels/channels';
import { send } from '@parley/common/contracts/messages/send';
import { subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let refusal: AppError;
const TEXT = { channel: 'wa', to: '+16505551234', message: 'hello' };

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, send, async () => {
    throw refusal;
  });
});
afterAll(() => gateway.stop());

const refusedWith = (error: AppError) => {
  refusal = error;
  return gateway.action('POST', 'send', { body: TEXT });
};

describe('errors of services', () => {
  test('a provider’s error keeps its message, with the members in the contract’s order', async () => {
    const provider = { name: 'graph' as const, status: 400, code: 131047, message: '(#131047) no', trace_id: 'AbC' };
    const answer = await refusedWith(new AppError('graph_error', { message: provider.message, provider }));
    expect(answer.status).toBe(502);
    expect(Object.keys(answer.body)).toEqual(['ok', 'error', 'message', 'provider', 'doc_url', 'request_id']);
    expect(answer.body).toMatchObject({ error: 'graph_error', message: '(#131047) no', provider });
  });

  test('further members of the body are part of the answer', async () => {
    const answer = await refusedWith(
      new AppError('no_existing_conversation', { body: { templates: ['order_update'] } }),
    );
    expect(answer).toMatchObject({ status: 409, body: { templates: ['order_update'] } });
    expect(Object.keys(answer.body).at(-1)).toBe('request_id');
  });

  test('retry_after is in the body and in the header', async () => {
    const answer = await refusedWith(new AppError('service_unavailable', { retry_after: 3 }));
    expect(answer).toMatchObject({ status: 503, body: { retry_after: 3 }, headers: { 'retry-after': '3' } });
  });

  test('an answer that breaks its contract is internal_error, and none of it is sent', async () => {
    gateway.carrier.serve(subjectOf(channels), 'channel-connect', async () =>
      JSON.stringify({ ok: true, output: { secret: 'sesame' } }),
    );
    const answer = await gateway.action('GET', 'channels');
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error' } });
    expect(answer.text).not.toContain('sesame');
    expect(Object.keys(answer.body)).toEqual(['ok', 'error', 'message', 'doc_url', 'request_id']);
  });
});

describe('requests that are hardly HTTP', () => {
  const talk = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
      let said = '';
      socket.on('data', (chunk) => {
        said += chunk.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });

  test('broken HTTP gets the error body with a request id', async () => {
    const said = await talk('NOT HTTP AT ALL\r\n\r\n');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    const { ok, error, request_id } = JSON.parse(body);
    expect({ ok, error }).toEqual({ ok: false, error: 'unknown_route' });
    expect(head).toContain(`x-request-id: ${request_id}`);
  });

  test('headers that are too long are 413', async () => {
    const said = await talk(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(300_000)}\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('an undecodable address is 404', async () => {
    for (const path of ['/demo/api/messaging/%zz', '/%E0%A4%A/api/messaging/', '//', '/%00']) {
      expect(await gateway.call('GET', path), path).toMatchObject({ body: { ok: false } });
      expect((await gateway.call('GET', path)).status).toBeLessThan(500);
    }
  });

  test('an endless body is cut off with 413', async () => {
    const raw = Buffer.alloc(3 * 1024 * 1024, 'x');
    const answer = await gateway.action('POST', 'send', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});

describe('closing', () => {
  test('answers running requests and refuses new connections', async () => {
    const closing = await openGateway();
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((began) => {
      answerContract(closing.carrier, send, async (input) => {
        began();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { ok: true as const, messageId: '1', channel: input.channel, to: input.to };
      });
    });
    const sent = closing.action('POST', 'send', { body: TEXT });
    await begun;
    const closed = closing.close();
    await expect(closing.action('GET', 'status')).rejects.toThrow();
    finish();
    expect((await sent).status).toBe(200);
    await closed;
    await closing.carrier.close();
  });
});
