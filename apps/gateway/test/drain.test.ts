import { connect, type Socket } from 'node:net';
import { makeLogger } from '@parley/bus/logging/logger';
import { send } from '@parley/common/contracts/messages/send';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerContract, callHttp, KEY, openGateway, type TestGateway } from './open-gateway.ts';

/** A client that keeps its connection open until the test ends, as a pool does. */
interface Client {
  socket: Socket;
  received(): string;
  /** The server ended the connection cleanly. */
  finished(): boolean;
  gone(): boolean;
}

let gateway: TestGateway;
let warned: string[];
let clients: Client[];

beforeEach(async () => {
  warned = [];
  clients = [];
  const write = (line: string): void => void warned.push(JSON.parse(line).msg);
  gateway = await openGateway({ logger: makeLogger({ level: 'warn', name: 'test', destination: { write } }) });
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await gateway.carrier.close();
});

async function openClient(text = ''): Promise<Client> {
  const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let finished = false;
  let gone = false;
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('end', () => {
    finished = true;
  });
  socket.on('close', () => {
    gone = true;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(text);
  const client: Client = { socket, received: () => received, finished: () => finished, gone: () => gone };
  clients.push(client);
  return client;
}

const until = (what: string, check: () => boolean): Promise<true> =>
  pollUntil(() => check() || null, { everyMs: 5, what: () => what });
const answers = (client: Client): number => client.received().split('HTTP/1.1 ').length - 1;

const GET = 'GET /healthz HTTP/1.1\r\nHost: parley\r\n\r\n';
const BODY = JSON.stringify({ channel: 'tg', to: '1', message: 'Hello' });
const POST = `POST /demo/api/messaging/send HTTP/1.1\r\nHost: parley\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/** Holds sends until the test releases them. */
function holdSends() {
  const held: (() => void)[] = [];
  answerContract(gateway.carrier, send, async ({ channel, to }) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return { ok: true as const, messageId: '1', channel, to };
  });
  return { begun: () => held.length, answer: () => held.splice(0).forEach((resolve) => void resolve()) };
}

test('idle connections do not delay a closing gateway, which ends them without cutting anything off', async () => {
  const kept = await openClient(GET);
  const fresh = await openClient();
  const refused = await openClient(POST.replace(KEY, 'pk_unknown'));
  await until('the answers', () => answers(kept) === 1 && answers(refused) === 1);
  await gateway.close();
  await until('the end of all', () => [kept, fresh, refused].every((client) => client.finished()));
  expect(refused.received()).toContain('invalid_api_key');
  expect(warned).toEqual([]);
});

test('half a request does not delay a closing gateway', async () => {
  const halfHead = await openClient(GET.slice(0, -2));
  const halfBody = await openClient(POST + BODY.slice(0, -1));
  await openClient(GET).then((last) => until('an answer', () => answers(last) === 1));
  await gateway.close();
  await until('the end of both', () => [halfHead, halfBody].every((client) => client.finished() || client.gone()));
  expect(warned).toEqual([]);
});

test('running requests get their complete responses with Connection: close, and new connections are refused', async () => {
  const sends = holdSends();
  const one = await openClient(POST + BODY);
  const pipelined = await openClient(POST + BODY + POST + BODY);
  await until('the sends', () => sends.begun() === 3);
  const idle = await openClient(GET);
  await until('the answer', () => answers(idle) === 1);
  const closed = gateway.close();
  await until('the idle one to be ended', () => idle.finished());
  await expect(gateway.call('GET', '/healthz')).rejects.toThrow('ECONNREFUSED');
  expect(one.finished()).toBe(false);
  sends.answer();
  await closed;
  await until('the answers', () => one.finished() && pipelined.finished());
  expect(one.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*"message_id":"1".*}$/is);
  expect(pipelined.received().match(/"message_id":"1"/g)).toHaveLength(2);
  expect(warned).toEqual([]);
});

test('a gateway with a drain time is not ready before it refuses connections', async () => {
  const draining = await openGateway({ variables: { PARLEY_DRAIN_SECONDS: '1' } });
  const origin = `http://127.0.0.1:${draining.port}`;
  const closed = draining.close();
  expect((await callHttp(origin, 'GET', '/readyz')).status).toBe(503);
  expect((await callHttp(origin, 'GET', '/healthz')).status).toBe(200);
  await closed;
  await expect(callHttp(origin, 'GET', '/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await draining.carrier.close();
});
