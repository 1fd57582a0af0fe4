import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { fixture } from './fixture.ts';
import { json, startTestStub } from './provider-stub.ts';

export const TOKEN = 'act.secretsecret';
export const OPEN_ID = '-000m4JH_b1JiHPxoOSKii9FmQCeIA2fZ7Jw';
export const CONVERSATION = 'u5JhpselBAhoPOlnH0tZ9y07kg==';
export const APP = { appId: '7623241219121414161', appSecret: 's3cret' };

/** Returns a recorded answer of the provider. */
export const answers = (name: string) => json(200, fixture('tt', name));
/** The body of an error. */
export const failed = (code: number, message = 'said so') => ({ code, message, request_id: 'r1', data: {} });

/** TikTok's client with a stub, for the tests of the calling file. */
export async function openTiktokClient() {
  const stub = await startTestStub();
  const client = (baseUrl = stub.origin, timeoutMs = 2000) => makeTiktokClient({ baseUrl, timeoutMs, ...APP });
  /** The path and the query of the last request. */
  function asked(): [string, Record<string, string>] {
    const { pathname, searchParams } = new URL(stub.seen.at(-1)?.path ?? '/', stub.origin);
    return [pathname, Object.fromEntries(searchParams)];
  }
  return { stub, client, asked };
}
