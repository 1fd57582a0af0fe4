import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { fbSendBodies } from '@parley/providers/graph/person-send-body';
import { PLAIN } from '../src/sent/outbound-message.ts';
import { fixture } from './fixture.ts';
import { json, startTestStub } from './provider-stub.ts';

export const USER_TOKEN = 'EAAGuserSecret';
export const PAGE_TOKEN = 'EAAGpageSecret';
export const APP = { appId: '1517776481860111', appSecret: 'appSecret' };
export const PAGE = '1908000000001';
export const PERSON = '254459191289871';
/** A send to a person, as Parley makes it. */
export const SEND_BODY = textBody();
// printf EAAGuserSecret | openssl dgst -sha256 -hmac appSecret
export const PROOFS = {
  [USER_TOKEN]: '2703a5b1e5e8ffaa51e6f038ed2ad3e3bdb85edc3641e9cabee3f6ab00622297',
  [PAGE_TOKEN]: '98db0701fc5d446382dc7bb09ce6aabdb3321b970e9c8231de7d3d4a9ef6e35a',
};

function textBody() {
  const [first] = fbSendBodies({ to: PERSON, text: 'hi', ...PLAIN }, '42');
  if (!first) throw new Error('a text is one body');
  return first;
}

/** Returns a recorded answer of the provider. */
export const answers = (channel: 'fb' | 'ig', name: string, status = 200) => json(status, fixture(channel, name));

/** The parameters of a call that prove its token. */
export const proven = (token: keyof typeof PROOFS) => ({
  query: { appsecret_proof: PROOFS[token] },
  bearer: `Bearer ${token}`,
});

/** The client of pages with a stub, for the tests of the calling file. */
export async function openMessengerClient() {
  const stub = await startTestStub();
  const client = (origin = stub.origin, timeoutMs = 2000) =>
    makeMessengerClient({ baseUrl: origin, version: 'v23.0', timeoutMs, ...APP });
  const send = (origin?: string, timeoutMs?: number) =>
    client(origin, timeoutMs).sendToPerson(PAGE, PAGE_TOKEN, SEND_BODY);
  /** Path, query and bearer of a call that the stub saw. */
  function asked(index = 0) {
    const seen = stub.seen[index];
    const url = new URL(seen?.path ?? '', stub.origin);
    return {
      call: `${seen?.method} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      bearer: seen?.headers.authorization,
    };
  }
  return { stub, client, send, asked };
}
