import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { beginConnectVisit, finishConnectLink, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { OutputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { type OpenChannelConnect, openChannelConnect, PUBLIC_URL } from './open-channel-connect.ts';
import { makePagesStandIn, makeTiktokStandIn } from './stand-in-providers.ts';

export const META_CALLBACK = `${PUBLIC_URL}/connect/callback/meta`;
export const RESULT_PAGE = 'https://127.0.0.1:9/done?cart=1#top';

type Step = OutputOf<typeof openConnectLink> | OutputOf<typeof beginConnectVisit>;
type Answer = {
  provider?: 'meta' | 'tiktok';
  state: string;
  code?: string;
  error?: string;
  error_reason?: string;
  browser?: string | null;
};

/** The default browser secret of these tests. */
export const BROWSER = 'b'.repeat(43);

/** The service with stand-ins for Facebook and TikTok, and a browser's steps through its links. */
export async function openConnectFlow({ hasDuties = true } = {}) {
  const pages = makePagesStandIn();
  const tiktok = makeTiktokStandIn();
  const clients = { pages: pages.client, tiktok: tiktok.client };
  const service: OpenChannelConnect = await openChannelConnect({ ...clients, hasDuties });

  const operate = service.operate;
  const open = (token: string): Promise<Step> => operate(openConnectLink, { token });
  const begin = (token: string, browser = BROWSER): Promise<Step> =>
    operate(beginConnectVisit, { token, browserSecret: browser });
  const finish = ({ provider = 'meta', state, code, error, error_reason, browser = BROWSER }: Answer): Promise<Step> =>
    operate(finishConnectLink, {
      provider,
      state,
      code: code ?? null,
      error: error ?? null,
      errorReason: error_reason ?? null,
      browserSecret: browser,
    });
  const tokenOf = async (tenant: TestTenant, channel: 'fb' | 'ig' | 'tt', redirect_url = RESULT_PAGE) => {
    const { output } = await service.act(tenant, connectLink, { channel, redirectUrl: redirect_url });
    return output.connectUrl.split('/').at(-1) ?? '';
  };
  const stateOf = async (token: string, browser = BROWSER): Promise<string> => {
    const step = await begin(token, browser);
    if (!('location' in step)) throw new Error(JSON.stringify(step));
    const state = new URL(step.location).searchParams.get('state');
    if (state === null) throw new Error(`No dialog: ${step.location}`);
    return state;
  };
  /** The parameters of the result page. */
  const resultOf = (step: Step): Record<string, string> => {
    if (!('location' in step)) throw new Error(JSON.stringify(step));
    const { cart, ...reported } = Object.fromEntries(new URL(step.location).searchParams);
    return reported;
  };
  const startOf = async (tenant: TestTenant, channel: 'fb' | 'ig' | 'tt') => stateOf(await tokenOf(tenant, channel));
  return {
    ...service,
    pages,
    tiktok,
    open,
    begin,
    finish,
    tokenOf,
    stateOf,
    startOf,
    resultOf,
    /** Opens a link and its dialog, and returns with this code. */
    async connect(tenant: TestTenant, channel: 'fb' | 'ig' | 'tt', code: string) {
      const provider = channel === 'tt' ? 'tiktok' : 'meta';
      return resultOf(await finish({ provider, state: await startOf(tenant, channel), code }));
    },
    rowsOf: (tenant: TestTenant) =>
      service.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } }),
    async jobs(): Promise<{ kind: string; external_id: string }[]> {
      const text = 'SELECT kind, external_id FROM removal_jobs ORDER BY id';
      return (await service.database.db.query<{ kind: string; external_id: string }>({ text })).rows;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
export type ConnectFlow = Awaited<ReturnType<typeof openConnectFlow>>;
