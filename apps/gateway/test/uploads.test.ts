import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { addKeyUploadPiece } from '@parley/common/contracts/internal/key-uploads';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerUploads, type StandInUpload } from './answer-uploads.ts';
import { type Ask, answerContract, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 20 * MB;
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)]);

let gateway: TestGateway;
let uploads: Map<string, StandInUpload>;
beforeEach(async () => {
  gateway = await openGateway();
  uploads = answerUploads(gateway.carrier, MAX_BYTES);
});
afterEach(() => gateway.stop());

const upload = (ask: Ask, query = '') => gateway.action('POST', `upload${query}`, ask);
const raw = (bytes: Buffer, headers: Record<string, string> = { 'content-type': 'application/pdf' }, query = '') =>
  upload({ raw: bytes, headers }, query);

interface Part {
  name: string;
  filename?: string;
  type?: string;
  bytes: Buffer | string;
}
function formOf(parts: readonly Part[], end = '--b--\r\n'): Buffer {
  const written = parts.flatMap(({ name, filename, type, bytes }) => [
    `--b\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    ...(type === undefined ? [] : [`Content-Type: ${type}\r\n`]),
    '\r\n',
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...written, end].map((part) => Buffer.from(part)));
}
const FILE: Part = { name: 'file', filename: 'a.pdf', bytes: PDF };
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const form = (parts: readonly Part[], headers: Record<string, string> = {}) =>
  upload({ raw: formOf(parts), headers: { ...FORM, ...headers } });

const bytesOf = (id: string): Buffer => Buffer.concat(uploads.get(id)?.pieces ?? []);
const states = () => [...uploads.values()].map(({ state }) => state);

describe('the bytes arrive whole', () => {
  const whole = Buffer.concat([PDF, randomBytes(2 * PIECE_BYTES)]);

  test.each([
    ['as the body itself', () => raw(whole, { 'content-type': 'application/pdf' }, '&name=invoice.pdf')],
    ['as a body without a type', () => raw(whole, {}, '&name=invoice.pdf')],
    ['as a form', () => form([{ name: 'file', filename: 'invoice.pdf', type: 'image/png', bytes: whole }])],
    [
      'as a form whose file has no name of its own, and a field of that name',
      () =>
        form([
          { name: 'file', type: 'application/pdf', bytes: whole },
          { name: 'name', bytes: 'invoice.pdf' },
        ]),
    ],
    ['as base64', () => upload({ body: { data: whole.toString('base64'), name: 'invoice.pdf' } })],
    [
      'as a data: URL',
      () => upload({ body: { data: `data:image/png;base64,${whole.toString('base64')}`, name: 'invoice.pdf' } }),
    ],
    [
      'as base64 in lines',
      () => upload({ body: { data: whole.toString('base64').replaceAll(/.{76}/g, '$&\r\n'), name: 'invoice.pdf' } }),
    ],
  ])('%s', async (_, ask) => {
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200, body: { ok: true, name: 'invoice.pdf', size: whole.length } });
    expect(bytesOf(answer.body.upload_id).equals(whole)).toBe(true);
    expect(
      uploads
        .get(answer.body.upload_id)
        ?.pieces.slice(0, -1)
        .map(({ length }) => length),
    ).toEqual([PIECE_BYTES, PIECE_BYTES]);
    expect(states()).toEqual(['complete']);
  });

  test('of a file of exactly one piece', async () => {
    const piece = randomBytes(PIECE_BYTES);
    const answer = await raw(piece);
    expect(uploads.get(answer.body.upload_id)?.pieces).toEqual([piece]);
  });

  test('of a body without a length', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const head = `POST /demo/api/messaging/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ntransfer-encoding: chunked\r\n\r\n`;
    socket.write(`${head}${PDF.length.toString(16)}\r\n`);
    socket.write(PDF);
    socket.write('\r\n0\r\n\r\n');
    await pollUntil(() => said.includes('"ok":true') || null, { what: () => `the answer; so far ${said}` });
    socket.destroy();
    expect([...uploads.keys()].map((id) => bytesOf(id).equals(PDF))).toEqual([true]);
  });
});

describe('names', () => {
  test.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\\\temp\\\\evil.pdf', 'evil.pdf'],
    ['a very long one', 'x'.repeat(4000), 'x'.repeat(240)],
    ['a half character at the cut', `${'x'.repeat(239)}😀`, 'x'.repeat(239)],
  ])('%s of a form is cut to a name', async (_, filename, name) => {
    const { body } = await form([{ name: 'file', filename, bytes: PDF }]);
    expect(uploads.get(body.upload_id)?.name).toBe(name);
  });

  test('a name that is too long, or has control characters, is a field error', async () => {
    for (const name of ['x'.repeat(241), 'a%07b']) {
      expect((await raw(PDF, {}, `&name=${name}`)).body.error).toBe('invalid_name');
      expect((await upload({ body: { data: 'QUJD', name: decodeURIComponent(name) } })).body.error).toBe(
        'invalid_name',
      );
    }
    expect(uploads.size).toBe(0);
  });
});

describe('a wrong body is a field error that says what to do, and leaves no file', () => {
  const html = Buffer.from('<html><script>alert(1)</script>');
  test.each([
    ['two files', () => form([FILE, FILE]), 'invalid_file', 'one part'],
    ['a file of another name', () => form([{ ...FILE, name: 'upload' }]), 'invalid_file', 'whose name is file'],
    ['a form without a file', () => form([{ name: 'name', bytes: 'x' }]), 'missing_file', 'one part'],
    [
      'a form with many fields',
      () => form([...Array.from({ length: 20 }, (_, at) => ({ name: `f${at}`, bytes: 'x' })), FILE]),
      'invalid_file',
      'more parts',
    ],
    [
      'a form that breaks off',
      () => upload({ raw: formOf([FILE], '').subarray(0, -10), headers: FORM }),
      'invalid_file',
      'form',
    ],
    ['an empty file', () => form([{ ...FILE, bytes: '' }]), 'invalid_file', 'empty'],
    ['an empty body', () => raw(Buffer.alloc(0)), 'invalid_body', 'empty'],
    ['empty base64', () => upload({ body: { data: 'data:;base64,' } }), 'invalid_data', 'empty'],
    ['no base64', () => upload({ body: { name: 'a.pdf' } }), 'missing_data', 'data is required'],
    ['base64 with a wrong character', () => upload({ body: { data: 'QUJD!UJD' } }), 'invalid_data', 'character 5'],
    ['base64 without its padding', () => upload({ body: { data: 'QUI' } }), 'invalid_data', 'padding'],
    ['HTML as a picture', () => raw(html, { 'content-type': 'image/png' }), 'invalid_body', 'no type'],
    [
      'HTML as a picture in a form',
      () => form([{ ...FILE, type: 'image/png', bytes: html }]),
      'invalid_file',
      'no type',
    ],
    ['HTML in base64', () => upload({ body: { data: html.toString('base64') } }), 'invalid_data', 'no type'],
  ])('%s', async (_, ask, error, message) => {
    const { status, body } = await ask();
    expect({ status, ...body }).toMatchObject({ status: 400, error, message: expect.stringContaining(message) });
    expect(states().filter((state) => state !== 'dropped')).toEqual([]);
  });

  test.each([
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }],
    ['a compressed body', { 'content-type': 'application/pdf', 'content-encoding': 'gzip' }],
  ])('%s: 415', async (_, headers) => {
    expect((await raw(PDF, headers)).body.error).toBe('unsupported_media_type');
  });
});

describe('sizes', () => {
  test('the largest file is taken, and one byte more is 413', async () => {
    expect((await raw(randomBytes(MAX_BYTES))).status).toBe(200);
    expect((await form([{ ...FILE, bytes: randomBytes(MAX_BYTES) }])).status).toBe(200);
    for (const answer of [
      await raw(randomBytes(MAX_BYTES + 1)),
      await form([{ ...FILE, bytes: randomBytes(MAX_BYTES + 1) }]),
    ])
      expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    expect(states()).not.toContain('unfinished');
  });

  test('a file in base64 has at most 16 MiB, and the error names the other ways', async () => {
    const most = randomBytes(16 * MB);
    const fits = await upload({ body: { data: most.toString('base64') } });
    expect(fits).toMatchObject({ status: 200, body: { size: 16 * MB } });
    const more = Buffer.concat([most, Buffer.from('x')]);
    const refused = await upload({ body: { data: more.toString('base64') } });
    expect(refused.body).toMatchObject({
      error: 'invalid_data',
      message: expect.stringContaining('multipart/form-data'),
    });
    const far = await upload({ body: { data: randomBytes(18 * MB).toString('base64') } });
    expect(far).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', message: expect.stringContaining('multipart/form-data') },
    });
  });
});

describe('Idempotency-Key', () => {
  const keyed = (key: string) => ({ 'content-type': 'application/pdf', 'idempotency-key': key });

  test('a repeat in any form gets the first file, and a request with other bytes is a mismatch', async () => {
    const first = await raw(PDF, keyed('k'), '&name=a.pdf');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    for (const again of [
      await raw(PDF, keyed('k')),
      await form([FILE], { 'idempotency-key': 'k' }),
      await upload({ body: { data: PDF.toString('base64') }, headers: { 'idempotency-key': 'k' } }),
    ]) {
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    const other = await raw(randomBytes(100), keyed('k'));
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotency_mismatch' } });
    expect(uploads.size).toBe(1);
  });

  test('a key that is not acceptable is a field error', async () => {
    expect((await raw(PDF, keyed('é'))).body.error).toBe('invalid_idempotency_key');
    expect(uploads.size).toBe(0);
  });
});

describe('bodies that break off or come too slowly', () => {
  /** Begins a body of a megabyte whose end never arrives. */
  function begin(port: number, headers = 'content-type: application/pdf') {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /demo/api/messaging/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\n${headers}\r\ncontent-length: ${MB}\r\n\r\n`,
    );
    return socket;
  }
  const hasState = (state: string) => () => states().includes(state as StandInUpload['state']) || null;

  test.each([
    ['the file itself', 'content-type: application/pdf', Buffer.alloc(0)],
    ['a form', 'content-type: multipart/form-data; boundary=b', formOf([{ ...FILE, bytes: '' }], '').subarray(0, -2)],
  ])('%s that its sender breaks off is dropped', async (_, headers, beginning) => {
    const socket = begin(gateway.port, headers);
    socket.write(Buffer.concat([beginning, Buffer.alloc(PIECE_BYTES + 1000, 120)]));
    await pollUntil(hasState('unfinished'), { what: () => 'the first piece' });
    socket.destroy();
    await pollUntil(hasState('dropped'), { what: () => 'the drop' });
    expect(states()).toEqual(['dropped']);
  });

  test('one below the least rate is ended with 408 and dropped', async () => {
    const pace = { bytesPerSecond: 100_000, graceMs: 300 };
    const paced = await openGateway({
      beside: gateway,
      arrival: { headersMs: 60_000, wholeMs: 3_600_000, checkEveryMs: 50, pace },
    });
    const socket = begin(paced.port);
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.write(Buffer.alloc(PIECE_BYTES, 120));
    const clock = setInterval(() => socket.write('x'), 20);
    await pollUntil(() => socket.destroyed || null, { what: () => `the end; so far ${said}` });
    clearInterval(clock);
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    await pollUntil(hasState('dropped'), { what: () => 'the drop' });
    await paced.stop();
  });

  test('one that comes steadily may take longer than other bodies', async () => {
    const hasty = await openGateway({ beside: gateway, arrival: { headersMs: 500, wholeMs: 200, checkEveryMs: 20 } });
    const socket = begin(hasty.port);
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    // Another request's body, which the limit ends, began later.
    const other = connect(hasty.port, '127.0.0.1').resume();
    other.write(
      `POST /demo/api/messaging/send HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    socket.write(Buffer.alloc(MB - 1, 120));
    await pollUntil(() => other.destroyed || null, { what: () => 'the end of the other' });
    socket.write('x');
    await pollUntil(() => said.includes('"ok":true') || null, { what: () => `the answer; so far ${said}` });
    socket.destroy();
    await hasty.stop();
  });
});

describe('the key', () => {
  test('has the checks of every action', async () => {
    gateway.keys.set('pk_poor', makeKey({ tenantActive: false }));
    gateway.keys.set('pk_slow', makeKey({ instanceId: 'ins_slow000000', rateLimitPerMinute: 1 }));
    const ask = { raw: PDF, headers: { 'content-type': 'application/pdf' } };
    expect((await upload({ ...ask, key: 'pk_unknown' })).body.error).toBe('invalid_api_key');
    expect((await upload({ ...ask, key: 'pk_poor' })).body.error).toBe('insufficient_balance');
    expect((await upload({ ...ask, key: 'pk_slow' })).status).toBe(200);
    expect((await upload({ ...ask, key: 'pk_slow' })).body.error).toBe('rate_limited');
    expect((await gateway.action('GET', 'upload')).status).toBe(405);
    expect(states()).toEqual(['complete']);
  });

  test('the request log has the name of the fields, and no bytes', async () => {
    await upload({ body: { data: PDF.toString('base64'), name: 'secret.pdf' } });
    const [logged] = await pollUntil(() => (gateway.logged.length > 0 ? gateway.logged : null), {
      what: () => 'the log',
    });
    expect(JSON.stringify(logged)).not.toContain('secret');
    expect(JSON.stringify(logged)).not.toContain(PDF.toString('base64').slice(0, 20));
  });
});

test('a service that fails in the middle leaves no file', async () => {
  const other = await openGateway();
  const kept = answerUploads(other.carrier, MAX_BYTES);
  let pieces = 0;
  const failing = await openGateway({ carrier: other.carrier, beside: other });
  answerContract(other.carrier, addKeyUploadPiece, async () => {
    pieces++;
    throw new Error('The disk is full.');
  });
  const { body } = await failing.action('POST', 'upload', { raw: PDF, headers: { 'content-type': 'application/pdf' } });
  expect(pieces === 0 || body.error === 'internal_error').toBe(true);
  await failing.stop();
  await other.stop();
  expect([...kept.values()].filter(({ state }) => state === 'unfinished')).toEqual([]);
});
