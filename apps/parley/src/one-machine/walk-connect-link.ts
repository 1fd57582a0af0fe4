import { at } from '@parley/common/at';
import { request } from 'undici';

/** Final redirect of the simulated person; nothing listens there. */
export const DEMO_REDIRECT_URL = 'https://127.0.0.1/demo-connected';

interface WalkOptions {
  /** The gateway's local origin; links carry PARLEY_PUBLIC_URL, which this machine may not reach. */
  origin: string;
  publicUrl: string;
}

/**
 * Follows a connect link as a browser does: our page, the sandbox's dialog, Continue, and back. Throws if a step
 * returns neither a page with a form nor a redirect.
 */
export async function walkConnectLink(connectUrl: string, { origin, publicUrl }: WalkOptions): Promise<void> {
  let cookie = '';
  const visit = async (url: string, form?: string) => {
    const isOurs = url.startsWith(publicUrl);
    const answer = await request(isOurs ? origin + url.slice(publicUrl.length) : url, {
      method: form ? 'POST' : 'GET',
      headers: {
        ...(isOurs && cookie ? { cookie } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: form ?? null,
    });
    const [given] = [answer.headers['set-cookie'] ?? []].flat();
    if (isOurs && given) cookie = at(given.split(';'), 0);
    const text = await answer.body.text();
    const { location } = answer.headers;
    const [, button] = /<a class="button"[^<>]* href="([^"]+)"/.exec(text) ?? [];
    const next = typeof location === 'string' ? location : button;
    if (next === undefined) throw new Error(`The demo's connect link ended at ${answer.statusCode}.`);
    return new URL(next.replaceAll('&amp;', '&'), url).href;
  };
  const dialog = await visit(await visit(connectUrl));
  const callback = await visit(dialog, 'action=continue');
  const end = new URL(await visit(callback));
  if (end.searchParams.get('service_status') !== 'success')
    throw new Error(`The demo's connect link was refused: ${end.searchParams.get('error') ?? 'no reason given'}.`);
}
