import { AppError } from '@parley/common/errors';
import type { PhoneAnswer, PhoneRequest } from '@parley/gateway/demo/demo-host';
import { request } from 'undici';
import { z } from 'zod';
import { accountsOf } from './demo-accounts.ts';

interface Deps {
  sandboxUrl: string;
  controlToken: string;
}

const PAGE_FILES = /^\/sandbox\/phone(?:\/[a-z-]+\.(?:js|css))?$/;
const RECEIVED = /^\/sandbox\/phone\/received\/(\d{1,15})$/;
const FILES = /^\/sandbox\/phone\/files\/(\d{1,20})$/;
/** Failures that concern one person of one account; the others change the network for all workspaces. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['window_over', 'blocked', 'unblocked']);
const PASSED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
  'x-content-type-options',
];
const MAX_FILES = 100;
const PHOTO_MAX_CHARACTERS = 1_400_000;

const Chat = z.looseObject({ channel: z.string(), account: z.string(), person: z.string().max(512) });
const Act = Chat.extend({ name: z.string().max(100).optional(), act: z.looseObject({ type: z.string() }) });
const Accounts = z.looseObject({
  accounts: z.array(z.looseObject({ id: z.string() })),
  faults: z.array(z.string()),
});
const Photo = z.object({
  base64: z.string().max(PHOTO_MAX_CHARACTERS),
  mime_type: z.string().max(100),
  filename: z.string().max(200).optional(),
});
const Sent = z.object({ sends: z.array(z.object({ seq: z.int() })) });
const Stored = z.object({ id: z.string() });

const refuse = (what: string): AppError =>
  new AppError('demo_closed', { message: `This is a public demo: ${what} is closed.` });

const read = <T extends z.ZodType>(schema: T, given: unknown): z.output<T> => {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new AppError('invalid_json', { message: 'The test phone does not send this.' });
  return parsed.data;
};

/** The test phone of the demo's visitors: each sees and plays only the people of their own accounts. */
export type DemoPhone = ReturnType<typeof makeDemoPhone>;

export function makeDemoPhone({ sandboxUrl, controlToken }: Deps) {
  /** The photos that a workspace stored: their numbers can be guessed. */
  const files = new Map<number, string[]>();
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<PhoneAnswer> => {
    const answer = await request(`${sandboxUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const headers = PASSED_HEADERS.flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };

  const isOwn = (tenantId: number, { channel, account }: { channel: string; account: string }): boolean =>
    Object.entries(accountsOf(tenantId)).some(([own, id]) => own === channel && id === account);
  const checkOwn = (tenantId: number, chat: { channel: string; account: string }): void => {
    if (!isOwn(tenantId, chat)) throw refuse(`the account ${chat.account.slice(0, 50)}`);
  };

  async function listAccounts(tenantId: number, query: URLSearchParams): Promise<PhoneAnswer> {
    const channel = query.get('channel') ?? '';
    const answer = await ask('GET', `/sandbox/phone/accounts?channel=${encodeURIComponent(channel)}`);
    if (answer.status !== 200) return answer;
    const all = Accounts.parse(JSON.parse(answer.body.toString()));
    const accounts = all.accounts.filter(({ id: account }) => isOwn(tenantId, { channel, account }));
    const faults = all.faults.filter((fault) => OWN_FAULTS.has(fault));
    return { ...answer, body: Buffer.from(JSON.stringify({ ...all, accounts, faults })) };
  }

  /** The file of a send of this workspace; the numbers of all workspaces are one row. */
  async function openReceived(tenantId: number, path: string, seq: number): Promise<PhoneAnswer> {
    const { wa, tg, fb, ig } = accountsOf(tenantId);
    for (const account of [wa, tg, fb, ig]) {
      const { body } = await ask('GET', `/sandbox/sent?account=${account}&since=${seq - 1}&limit=1`);
      if (Sent.parse(JSON.parse(body.toString())).sends[0]?.seq === seq) return ask('GET', path);
    }
    throw new AppError('unknown_route');
  }

  function get(tenantId: number, { path, query }: PhoneRequest): Promise<PhoneAnswer> {
    if (PAGE_FILES.test(path)) return ask('GET', path);
    if (path === '/sandbox/phone/accounts') return listAccounts(tenantId, query);
    if (path === '/sandbox/phone/chat') {
      const chat = read(Chat, Object.fromEntries(query));
      checkOwn(tenantId, chat);
      const { channel, account, person } = chat;
      return ask('GET', `${path}?${new URLSearchParams({ channel, account, person })}`);
    }
    const [, seq] = RECEIVED.exec(path) ?? [];
    if (seq !== undefined) return openReceived(tenantId, path, Number(seq));
    const [, file] = FILES.exec(path) ?? [];
    if (file !== undefined && files.get(tenantId)?.includes(file)) return ask('GET', path);
    throw new AppError('unknown_route');
  }

  async function storePhoto(tenantId: number, body: unknown): Promise<PhoneAnswer> {
    const answer = await ask('POST', '/sandbox/media', read(Photo, body));
    if (answer.status !== 200) return answer;
    const { id } = Stored.parse(JSON.parse(answer.body.toString()));
    files.set(tenantId, [...(files.get(tenantId) ?? []), id].slice(-MAX_FILES));
    return answer;
  }

  function post(tenantId: number, { path, body }: PhoneRequest): Promise<PhoneAnswer> {
    if (path === '/sandbox/media') return storePhoto(tenantId, body);
    if (path === '/sandbox/phone/acts') {
      const asked = read(Act, body);
      checkOwn(tenantId, asked);
      const { type, file } = asked.act;
      if (type === 'photo' && !files.get(tenantId)?.includes(String(file))) throw refuse('a file of others');
      return ask('POST', path, asked);
    }
    if (path === '/sandbox/phone/faults') {
      const asked = read(Chat.extend({ fault: z.string() }), body);
      checkOwn(tenantId, asked);
      if (!OWN_FAULTS.has(asked.fault)) throw refuse(asked.fault.slice(0, 50));
      return ask('POST', path, asked);
    }
    throw new AppError('unknown_route');
  }

  return {
    /** Errors: demo_closed, unknown_route, invalid_json. */
    answer: (tenantId: number, asked: PhoneRequest): Promise<PhoneAnswer> =>
      asked.method === 'GET' ? get(tenantId, asked) : post(tenantId, asked),
    /** Returns the photos of a workspace that has ended, and forgets them. */
    takeFiles(tenantId: number): string[] {
      const own = files.get(tenantId) ?? [];
      files.delete(tenantId);
      return own;
    },
  };
}
