import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesOf } from './open-files.ts';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export interface SignedRequest {
  method: string;
  /** As in the request line. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Credential {
  keyId: string;
  date: string;
  region: string;
  signedHeaders: string[];
  signature: string;
}

function readAuthorization(header = ''): Credential | null {
  const [, keyId, date, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/.exec(
      header,
    ) ?? [];
  if (!keyId || !date || !region || !names || !signature) return null;
  return { keyId, date, region, signedHeaders: names.split(';'), signature };
}

/** Signature Version 4 of a request without a query, by Amazon's documentation. */
export function signatureOf(
  { method, path, headers }: SignedRequest,
  { date, region, signedHeaders, secret }: Omit<Credential, 'signature' | 'keyId'> & { secret: string },
): string {
  const headerOf = (name: string): string => String(headers[name] ?? '').trim();
  const canonical = [
    method,
    path,
    '',
    ...signedHeaders.map((name) => `${name}:${headerOf(name)}`),
    '',
    signedHeaders.join(';'),
    headerOf('x-amz-content-sha256'),
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headerOf('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, date), region));
  return hmac(key, toSign).toString('hex');
}

const SKEW_MS = 15 * 60_000;

/** Milliseconds of 20130524T000000Z. */
const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The reason why S3 refuses a request; null when it does not. */
function refusalOf(request: SignedRequest, body: Buffer, own: { keyId: string; secret: string; region: string }) {
  const given = readAuthorization(String(request.headers.authorization ?? ''));
  const stamp = String(request.headers['x-amz-date'] ?? '');
  if (!given) return 'AccessDenied';
  if (given.keyId !== own.keyId) return 'InvalidAccessKeyId';
  if (given.region !== own.region) return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(Date.now() - timeOf(stamp)) < SKEW_MS)) return 'RequestTimeTooSkewed';
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (!needed.every((name) => given.signedHeaders.includes(name))) return 'AccessDenied';
  if (signatureOf(request, { ...given, secret: own.secret }) !== given.signature) return 'SignatureDoesNotMatch';
  return request.headers['x-amz-content-sha256'] === sha256(body) ? null : 'XAmzContentSHA256Mismatch';
}

/** The access key and the bucket of a store. */
export interface S3Access {
  keyId: string;
  secret: string;
  region: string;
  bucket: string;
}

/** The environment of a deployment whose files are in the bucket of this store. */
export const s3Variables = (url: string, { keyId, secret, region, bucket }: S3Access): Record<string, string> => ({
  PARLEY_UPLOAD_S3_URL: url,
  PARLEY_UPLOAD_S3_BUCKET: bucket,
  PARLEY_UPLOAD_S3_REGION: region,
  PARLEY_UPLOAD_S3_KEY_ID: keyId,
  PARLEY_UPLOAD_S3_SECRET: secret,
});

export interface S3Server {
  url: string;
  /** By bucket and key. */
  objects: Map<string, Buffer>;
  /** Refusals so far. */
  refusals: string[];
  requests: { method: string; path: string }[];
  /** Failures of the next requests: a status, or no answer. */
  failures: (number | 'silence' | 'cut')[];
  close(): Promise<void>;
}

/**
 * An S3-compatible store with one access key, for the requests of pieces; it checks signature, content and time of
 * every request.
 */
export async function startS3Server(own: S3Access): Promise<S3Server> {
  const state = { objects: new Map<string, Buffer>(), refusals: [], requests: [], failures: [] } as Omit<
    S3Server,
    'url' | 'close'
  >; // safe: the empty lists
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await bytesOf(request);
    state.requests.push({ method, path });
    const failure = state.failures.shift();
    if (failure === 'silence') return;
    if (failure === 'cut') return void request.socket.destroy();
    const answer = (status: number, code: string): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (failure !== undefined) return answer(failure, 'InternalError');
    const refusal = refusalOf({ method, path, headers }, body, own);
    if (refusal !== null) {
      state.refusals.push(refusal);
      return answer(403, refusal);
    }
    if (!path.startsWith(`/${own.bucket}/`)) return answer(404, 'NoSuchBucket');
    if (method === 'PUT') state.objects.set(path, body);
    if (method === 'DELETE') {
      state.objects.delete(path);
      return void response.writeHead(204).end();
    }
    const stored = state.objects.get(path);
    if (!stored) return answer(404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': method === 'GET' ? stored.length : 0 });
    response.end(method === 'GET' ? stored : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
