import { openSandbox } from './open-sandbox.ts';

export const APP = { id: 'demo-tiktok-app', secret: 'sandbox-tiktok-secret' };
export const OPEN_ID = '-000demoAccountOfTheSandbox';
export const VIDEO = '7300000000000000002';
export const PERSON = '+ZMM6I2kBFMYfuEhZjEEt6o0/Febb=';

/** A sandbox with a token of the demo account, and TikTok's calls. */
export async function openTiktok(options: Parameters<typeof openSandbox>[0] = {}) {
  const box = await openSandbox(options);
  const issue = async (scopes?: string[], openId = OPEN_ID): Promise<{ access_token: string; refresh_token: string }> =>
    (await box.call('POST', `/sandbox/accounts/tt/${openId}/tokens`, { state: 'issue', ...(scopes ? { scopes } : {}) }))
      .body.tokens;
  const { access_token: token } = await issue();
  const person = `/sandbox/customers/tt/${encodeURIComponent(PERSON)}`;
  return {
    ...box,
    token,
    issue,
    get: (path: string, query: Record<string, string> = {}, as = token) =>
      box.call('GET', `/open_api/v1.3${path}?${new URLSearchParams({ business_id: OPEN_ID, ...query })}`, undefined, {
        'access-token': as,
      }),
    post: (path: string, body: Record<string, unknown> = {}, as = token) =>
      box.call('POST', `/open_api/v1.3${path}`, { business_id: OPEN_ID, ...body }, { 'access-token': as }),
    /** Acts of the demo person: `messages`, `reactions`, `comments`, `inbox`. */
    act: async (what: string, body: Record<string, unknown> = {}) =>
      (await box.call('POST', `${person}/${what}`, body)).body,
    describePerson: (body: Record<string, unknown>) => box.call('PUT', person, body),
    control: (method: string, path: string, body?: unknown) => box.call(method, `/sandbox${path}`, body),
    /** The content of the received webhooks, with lossless ids as text. */
    contents: () =>
      box.hooks.map(({ body }) =>
        JSON.parse(String(body.content).replace(/"(\w+_id)":(\d{16,})/g, '"$1":"$2"')),
      ) as Record<string, unknown>[],
  };
}
