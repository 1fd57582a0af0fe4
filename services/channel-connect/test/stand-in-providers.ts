import { randomUUID } from 'node:crypto';
import type { GraphPage } from '@parley/providers/graph/messenger-client';
import { refused, type SendFailure } from '@parley/providers/sent/send-outcome';
import type { ProviderClients } from '../src/connecting/provider.client.ts';
import type { GrantedScopes } from '../src/links/dialog.rules.ts';

type Failed = { ok: false; failure: SendFailure };
export type PageCall = keyof ProviderClients['pages'];
export type TiktokCall = keyof ProviderClients['tiktok'];

export const refusal = (name: 'graph' | 'tiktok', code: number, channelBroken = false): Failed => ({
  ok: false,
  failure: refused({ name, status: 400, code, message: `Refused with ${code}.` }, { channelBroken }),
});

export const silence = (name: 'graph' | 'tiktok'): Failed => ({
  ok: false,
  failure: { kind: 'unknown', provider: { name, status: null, code: null, message: 'No answer.' } },
});

/** Scripted faults of the next calls: another answer, or a delay before the real one. */
export class Faults<Call extends string> {
  readonly #planned: { call: Call; answer: () => Promise<Failed | null> }[] = [];
  plan(call: Call, answer: Failed | (() => Promise<Failed | null>), times = 1): void {
    for (let time = 0; time < times; time++)
      this.#planned.push({ call, answer: typeof answer === 'function' ? answer : async () => answer });
  }
  async meet(call: Call): Promise<Failed | null> {
    const at = this.#planned.findIndex((planned) => planned.call === call);
    return at < 0 ? null : ((await this.#planned.splice(at, 1)[0]?.answer()) ?? null);
  }
  get left(): number {
    return this.#planned.length;
  }
}

export const ALL_SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'instagram_basic',
  'instagram_manage_messages',
];

/** Facebook with one person's pages; a code works once and for one redirect URL. */
export function makePagesStandIn() {
  const codes = new Map<string, { redirectUri: string; userToken: string }>();
  const people = new Map<string, { id: string; pages: GraphPage[]; granted: GrantedScopes }>();
  /** Page → token of its last subscription. */
  const subscribed = new Map<string, string>();
  const faults = new Faults<PageCall>();
  const after = async <T>(call: PageCall, answer: () => { ok: true; value: T } | Failed) =>
    (await faults.meet(call)) ?? answer();

  const client: ProviderClients['pages'] = {
    exchangeCode: ({ code, redirectUri }) =>
      after('exchangeCode', () => {
        const known = codes.get(code);
        codes.delete(code);
        return known?.redirectUri === redirectUri
          ? { ok: true, value: { accessToken: known.userToken } }
          : refusal('graph', 100);
      }),
    exchangeSignupCode: () => after('exchangeSignupCode', () => refusal('graph', 100)),
    exchangeForLongLived: (short) =>
      after('exchangeForLongLived', () => ({
        ok: true,
        value: { accessToken: `long-${short}`, expiresInSeconds: null },
      })),
    inspectToken: (token) =>
      after('inspectToken', () => {
        const person = people.get(token);
        return person
          ? { ok: true, value: { isValid: true, appId: null, expiresAt: null, userId: person.id, ...person.granted } }
          : refusal('graph', 190, true);
      }),
    listPages: (token) => after('listPages', () => ({ ok: true, value: people.get(token)?.pages ?? [] })),
    subscribePage: (pageId, token) =>
      after('subscribePage', () => {
        subscribed.set(pageId, token);
        return { ok: true, value: {} };
      }),
    unsubscribePage: (pageId) =>
      after('unsubscribePage', () => {
        subscribed.delete(pageId);
        return { ok: true, value: {} };
      }),
  };
  return {
    client,
    subscribed,
    faults,
    /** The code of a dialog that this person completes. */
    authorize(
      pages: GraphPage[],
      redirectUri: string,
      granted: GrantedScopes = { scopes: ALL_SCOPES, granular: [] },
      personId = '10158000000000001',
    ): string {
      const code = randomUUID();
      const userToken = randomUUID();
      codes.set(code, { redirectUri, userToken });
      people.set(`long-${userToken}`, { id: personId, pages, granted });
      return code;
    },
  };
}

let nextId = 1_908_000_000_001;

/** A page whose messages the person may answer; by default with an Instagram account. */
export function makePage(changes: Partial<GraphPage> = {}): GraphPage {
  const id = String(nextId++);
  return {
    id,
    name: `Page ${id}`,
    tasks: ['MESSAGING', 'MODERATE'],
    accessToken: `token-${id}`,
    instagram: { id: `1784${id}`, username: `ig_${id}`, name: null },
    ...changes,
  };
}

export interface TiktokAccount {
  openId: string;
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  expiresInSeconds: number;
}

/** TikTok's tokens: a refresh token works once. */
export function makeTiktokStandIn() {
  const codes = new Map<string, TiktokAccount>();
  const byRefresh = new Map<string, TiktokAccount>();
  const revoked: string[] = [];
  const faults = new Faults<TiktokCall>();
  let refreshes = 0;
  const tokensOf = (account: TiktokAccount) => ({
    ok: true as const,
    value: { ...account, refreshExpiresInSeconds: 31_536_000 },
  });
  const renew = (account: TiktokAccount): TiktokAccount => {
    byRefresh.delete(account.refreshToken);
    account.accessToken = `act.${randomUUID()}`;
    account.refreshToken = `rft.${randomUUID()}`;
    byRefresh.set(account.refreshToken, account);
    return account;
  };
  const client: ProviderClients['tiktok'] = {
    async exchangeCode({ code }) {
      const fault = await faults.meet('exchangeCode');
      const account = codes.get(code);
      codes.delete(code);
      return fault ?? (account ? tokensOf(renew(account)) : refusal('tiktok', 40002));
    },
    async getBusiness() {
      return (await faults.meet('getBusiness')) ?? { ok: true, value: { username: 'shop', displayName: 'The Shop' } };
    },
    async refreshToken(refreshToken) {
      refreshes++;
      const fault = await faults.meet('refreshToken');
      if (fault) return fault;
      const account = byRefresh.get(refreshToken);
      return account ? tokensOf(renew(account)) : refusal('tiktok', 40105, true);
    },
    async revokeToken(accessToken) {
      const fault = await faults.meet('revokeToken');
      if (!fault) revoked.push(accessToken);
      return fault ?? { ok: true, value: null };
    },
  };
  return {
    client,
    faults,
    revoked,
    refreshes: () => refreshes,
    authorize(changes: Partial<TiktokAccount> = {}): { code: string; account: TiktokAccount } {
      const code = randomUUID();
      const account = {
        openId: `-000${randomUUID()}`,
        accessToken: '',
        refreshToken: randomUUID(),
        scopes: ['user.info.basic', 'message.list.send', 'message.list.read', 'comment.list'],
        expiresInSeconds: 86_400,
        ...changes,
      };
      codes.set(code, account);
      return { code, account };
    },
    /** TikTok renews; with `keeping` it also accepts the previous refresh token for a while. */
    rotate(account: TiktokAccount, { keeping }: { keeping: boolean }): void {
      const before = account.refreshToken;
      renew(account);
      if (keeping) byRefresh.set(before, account);
    },
    /** The person revokes the authorization. */
    forget(account: TiktokAccount): void {
      byRefresh.delete(account.refreshToken);
    },
  };
}

/** Holds a call: `reached` resolves when the call arrives, which is answered when the gate is opened. */
export function makeGate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    open: () => open(),
    reached,
    async pass() {
      reach();
      await opened;
      return null;
    },
  };
}
