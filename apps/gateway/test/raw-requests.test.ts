import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { send } from '@parley/common/contracts/messages/send';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerServices } from './answer-services.ts';
import { ADMIN_TOKEN, answerContract, KEY, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openGateway();
  answerServices(gateway.carrier);
});
afterAll(() => gateway.stop());

/** Sends raw bytes; returns everything received until the connection ended. */
const talk = (bytes: string, port = gateway.port): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString('utf8');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });

const UNUSUAL = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** The answers on one connection in order, without informational ones. */
function readAnswers(said: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = said; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    expect(end, `no end of the headers in ${JSON.stringify(rest.slice(0, 200))}`).toBeGreaterThan(0);
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1]);
    const headers = new Map(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = status < 200 ? 0 : Number(headers.get('content-length'));
    const body = Buffer.from(rest.slice(end + 4), 'utf8').subarray(0, length);
    rest = Buffer.from(rest.slice(end + 4), 'utf8')
      .subarray(length)
      .toString('utf8');
    if (status >= 200) answers.push({ status, headers, body: body.toString('utf8') });
  }
  return answers;
}

function expectEnvelope({ status, headers, body }: Answer, what: string): { error: string } {
  expect(headers.get('content-type'), what).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id'), what).toMatch(/^req_[0-9a-z]+$/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  const parsed = JSON.parse(body);
  expect(parsed, what).toMatchObject({
    ok: false,
    error: expect.any(String),
    message: expect.any(String),
    request_id: headers.get('x-request-id'),
  });
  expect(status, what).toBeLessThan(500);
  if (!/^(missing|invalid)_/.test(parsed.error)) expect(Object.keys(ERROR_CATALOGUE), what).toContain(parsed.error);
  return parsed;
}

const auth = `authorization: Bearer ${KEY}\r\n`;
const CLOSE = 'connection: close\r\n';
const post = (headers: string, body = '{}'): string =>
  `POST /demo/api/messaging/?action=send HTTP/1.1\r\nhost: x\r\n${auth}${CLOSE}${headers}\r\n${body}`;

/** Odd requests: description, bytes, and the expected answer. */
const ODD: readonly [what: string, bytes: string, status: number, code: string][] = [
  ['bytes that are not HTTP', 'NOT HTTP AT ALL\r\n\r\n', 400, 'unknown_route'],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400, 'unknown_route'],
  ['an unknown method', `FLY / HTTP/1.1\r\nhost: x\r\n\r\n`, 400, 'unknown_route'],
  ['HTTP/0.9', 'GET /\r\n\r\n', 400, 'missing_host'],
  ['HTTP/3.0', 'GET / HTTP/3.0\r\nhost: x\r\n\r\n', 400, 'unknown_route'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'unknown_route'],
  ['HTTP/1.0', 'GET /nowhere HTTP/1.0\r\n\r\n', 404, 'unknown_route'],
  ['a missing Host', `GET /nowhere HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'missing_host'],
  ['an expectation that nobody knows', post('expect: miracles\r\ncontent-length: 2\r\n'), 417, 'expectation_failed'],
  ['a percent sign', `GET /% HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 404, 'unknown_route'],
  ['bytes that are no UTF-8', `GET /%ff/x HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 404, 'unknown_route'],
  ['such bytes in a query', `GET /x?%ff=%ff HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 404, 'unknown_route'],
  ['a raw byte in the path', `GET /\xff HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 400, 'unknown_route'],
  ['an absolute address', `GET http://elsewhere/x HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 404, 'unknown_route'],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 404, 'unknown_route'],
  ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere\r\n\r\n', 405, 'method_not_allowed'],
  ['TRACE', `TRACE /healthz HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 405, 'method_not_allowed'],
  [
    'a websocket',
    'GET /nowhere HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade, close\r\nsec-websocket-key: x\r\n\r\n',
    404,
    'unknown_route',
  ],
  [
    'an upgrade to HTTP/2',
    'GET /nowhere HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade, close\r\n\r\n',
    404,
    'unknown_route',
  ],
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(300_000)}\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  ['an address that is too long', `GET /${'y'.repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 413, 'payload_too_large'],
  ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, 'unknown_route'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx: a\x00b\r\n\r\n', 400, 'unknown_route'],
  ['two lengths', post('content-length: 2\r\ncontent-length: 3\r\n'), 400, 'unknown_route'],
  ['a length that is none', post('content-length: two\r\n'), 400, 'unknown_route'],
  [
    'a length and chunks',
    post('content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
    400,
    'unknown_route',
  ],
  ['an unknown transfer coding', post('transfer-encoding: gzip\r\n'), 400, 'unknown_route'],
  [
    'a chunk without a length',
    post('content-type: application/json\r\ntransfer-encoding: chunked\r\n', 'zz\r\n'),
    400,
    'unknown_route',
  ],
  [
    'a Content-Type without a slash',
    post('content-type: json\r\ncontent-length: 2\r\n'),
    415,
    'unsupported_media_type',
  ],
  ['a Content-Type of a semicolon', post('content-type: ;\r\ncontent-length: 2\r\n'), 415, 'unsupported_media_type'],
  ['an empty Content-Type', post('content-type:\r\ncontent-length: 2\r\n'), 415, 'unsupported_media_type'],
  ['no Content-Type', post('content-length: 2\r\n'), 415, 'unsupported_media_type'],
  [
    'a form',
    post('content-type: application/x-www-form-urlencoded\r\ncontent-length: 2\r\n'),
    415,
    'unsupported_media_type',
  ],
  ['an empty body', post('content-type: application/json\r\ncontent-length: 0\r\n', ''), 400, 'invalid_json'],
  ['no body', post('content-type: application/json\r\n', ''), 400, 'invalid_json'],
  [
    'no key and a broken Content-Type',
    `POST /demo/api/messaging/?action=send HTTP/1.1\r\nhost: x\r\n${CLOSE}content-type: ;\r\ncontent-length: 2\r\n\r\n{}`,
    401,
    'missing_api_key',
  ],
  [
    'an operator with a broken Content-Type',
    `POST /api/admin/tenants HTTP/1.1\r\nhost: x\r\n${CLOSE}authorization: Bearer ${ADMIN_TOKEN}\r\ncontent-type: json\r\ncontent-length: 2\r\n\r\n{}`,
    415,
    'unsupported_media_type',
  ],
  [
    'a callback with a broken Content-Type',
    `POST /hooks/meta HTTP/1.1\r\nhost: x\r\n${CLOSE}content-type: ;\r\ncontent-length: 2\r\n\r\n{}`,
    401,
    'invalid_signature',
  ],
];

describe('requests that are hardly HTTP', () => {
  test.each(ODD)(
    '%s: the response has the error body, its request id and its type',
    async (what, bytes, status, code) => {
      const [answer, ...more] = readAnswers(await talk(bytes));
      if (!answer) throw new Error(`No answer to ${what}`);
      const { error } = expectEnvelope(answer, what);
      expect([answer.status, error]).toEqual([status, code]);
      expect(more).toEqual([]);
    },
  );

  test('completes a running response before it refuses broken bytes behind it', async () => {
    const body = JSON.stringify({ channel: 'wa', to: '+16505551234', message: 'hello' });
    const first = `POST /demo/api/messaging/?action=send HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const [sent, broken, ...more] = readAnswers(await talk(`${first}NOT HTTP\r\n\r\n`));
    expect(sent).toMatchObject({ status: 200, body: expect.stringContaining('"message_id":"7"') });
    if (!broken) throw new Error('The broken bytes were not answered.');
    expectEnvelope(broken, 'broken bytes');
    expect(broken.status).toBe(400);
    expect(more).toEqual([]);
  });

  test('serves an honest request after every one of them', async () => {
    await Promise.all(ODD.map(([, bytes]) => talk(bytes)));
    expect((await gateway.action('GET', 'status')).status).toBe(200);
  });
});

describe('incomplete requests', () => {
  const half: readonly [string, string][] = [
    ['a connection on which nothing is said', ''],
    ['half a request line', 'GET /dem'],
    ['headers without an end', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
    ['a body that never comes', post('content-type: application/json\r\ncontent-length: 1000\r\n', '')],
    ['half a body', post('content-type: application/json\r\ncontent-length: 1000\r\n', '{"channel":')],
    ['half a chunk', post('content-type: application/json\r\ntransfer-encoding: chunked\r\n', '10\r\n{"a"')],
  ];

  let hasty: TestGateway;
  beforeAll(async () => {
    hasty = await openGateway({ arrival: { headersMs: 500, wholeMs: 900, checkEveryMs: 50 } });
  });
  afterAll(() => hasty.stop());

  test.each(half)('%s: 408 with the error body, and the connection ends', async (what, bytes) => {
    const said = await talk(bytes, hasty.port);
    const [answer] = readAnswers(said);
    if (!answer) throw new Error(`No answer to ${what}`);
    expect([answer.status, expectEnvelope(answer, what).error]).toEqual([408, 'request_timeout']);
    expect(answer.headers.get('connection')).toBe('close');
  });

  /** The answer on a connection whose request body arrives drop by drop until it is closed. */
  async function drip(port: number): Promise<string> {
    let clock: NodeJS.Timeout | undefined;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(post('content-type: application/json\r\ncontent-length: 100000\r\n', '{'));
      clock = setInterval(() => socket.write(' '), 20);
    });
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    socket.on('error', () => undefined);
    await pollUntil(() => socket.destroyed || null, { what: () => `the end; so far: ${said}` });
    clearInterval(clock);
    return said;
  }

  test('a dripping body is ended like one that stops', async () => {
    expect(await drip(hasty.port)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a body below the least rate is ended long before the limit of the whole request', async () => {
    const pace = { bytesPerSecond: 10_000, graceMs: 300 };
    const paced = await openGateway({ arrival: { headersMs: 60_000, wholeMs: 3_600_000, checkEveryMs: 50, pace } });
    expect(await drip(paced.port)).toMatch(/^HTTP\/1\.1 408 /);
    expect((await paced.action('POST', 'send', { body: { channel: 'wa' } })).status).toBe(400);
    await paced.stop();
  });

  test('ends a hundred of them at once, and serves others at the same time', async () => {
    const waiting = Array.from({ length: 100 }, (_, n) => talk(half[n % half.length]?.[1] ?? '', hasty.port));
    expect((await hasty.call('GET', '/healthz')).status).toBe(200);
    for (const said of await Promise.all(waiting)) expect(said).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a complete request may take longer than the arrival limits for its answer', async () => {
    const slow = await openGateway({ arrival: { headersMs: 100, wholeMs: 200, checkEveryMs: 20 } });
    answerContract(slow.carrier, send, async (input) => {
      // Held until the arrival limits have long passed: they cut another connection.
      expect(await talk('GET /', slow.port)).toMatch(/^HTTP\/1\.1 408 /);
      expect(await talk('GET /', slow.port)).toMatch(/^HTTP\/1\.1 408 /);
      return { ok: true as const, messageId: '1', channel: input.channel, to: input.to };
    });
    const body = { channel: 'wa', to: '+16505551234', message: 'hello' };
    expect((await slow.action('POST', 'send', { body })).status).toBe(200);
    await slow.stop();
  });
});

test('every other method is answered with 405 and Allow, and none is handled as GET', async () => {
  for (const method of UNUSUAL) {
    const said = await talk(`${method} /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const [answer] = readAnswers(said);
    expect([answer?.status, answer?.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
  }
});
