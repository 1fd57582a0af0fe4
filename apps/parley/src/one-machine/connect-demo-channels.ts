import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { DataDirectory } from './data-directory.ts';
import { DEMO_CUSTOMER, type Demo } from './demo.ts';
import { DEMO_REDIRECT_URL, walkConnectLink } from './walk-connect-link.ts';

/** The bot that a fresh sandbox offers. */
const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1';
/** The phone that the demo links a device to. */
const OWN_PHONE = '15550783882';
const SESSION_NOTE = 'demo-session.json';
const LINKED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 100;

interface ConnectDeps {
  directory: DataDirectory;
  origin: string;
  publicUrl: string;
  sandboxUrl: string;
  logger: Logger;
}

const Link = z.object({ connect_url: z.string() });
const Session = z.object({ session_token: z.string() });
const Qr = z.object({ qr: z.string() });
const Status = z.object({ status: z.string() });

type Api = (method: 'GET' | 'POST', action: string, body?: unknown) => Promise<unknown>;

/** Customer API calls with the demo's key. */
function makeApi({ slug, apiKey: token }: Demo, { origin }: Pick<ConnectDeps, 'origin'>): Api {
  return (method, action, body) =>
    callApi(method, `${origin}/${slug}/api/messaging/?action=${action}`, { token, body });
}

/** Takes the demo's device away, because the sandbox forgets its phone: at the stop, and at the start after a kill. */
export async function unlinkDemoDevice(demo: Demo, deps: Pick<ConnectDeps, 'origin' | 'directory'>): Promise<void> {
  const last = await deps.directory.readNote(SESSION_NOTE);
  // It may be gone already.
  if (last !== null)
    await makeApi(demo, deps)('POST', 'delete-session', Session.parse(JSON.parse(last))).catch(() => {});
}

/** Links a device to the sandbox's phone by QR. */
async function linkDevice(api: Api, { directory, sandboxUrl }: ConnectDeps): Promise<void> {
  for (const number of [OWN_PHONE, DEMO_CUSTOMER])
    await callApi('POST', `${sandboxUrl}/sandbox/devices/phones`, { body: { number } });
  const session = Session.parse(await api('POST', 'create-session', { label: 'Demo phone' }));
  const { session_token: token } = session;
  await directory.writeNote(SESSION_NOTE, `${JSON.stringify({ session_token: token })}\n`);
  const { qr } = Qr.parse(await api('GET', `session-qr&session_token=${token}`));
  await callApi('POST', `${sandboxUrl}/sandbox/devices/phones/${OWN_PHONE}/scan`, { body: { qr } });
  for (const deadline = Date.now() + LINKED_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
    const { status } = Status.parse(await api('GET', `session-status&session_token=${token}`));
    if (status === 'connected') return;
  }
  throw new Error(`The demo's device was not linked within ${LINKED_WITHIN_MS / 1000} s.`);
}

/** Connects tg, fb, ig, tt and wd of the demo. What fails is logged, and the rest works: a demo must not stop the start. */
export async function connectDemoChannels(demo: Demo, deps: ConnectDeps): Promise<void> {
  const api = makeApi(demo, deps);
  const byLink = async (channel: 'fb' | 'ig' | 'tt'): Promise<void> => {
    const redirect = encodeURIComponent(DEMO_REDIRECT_URL);
    const { connect_url: url } = Link.parse(
      await api('GET', `connect-link&channel=${channel}&redirect_url=${redirect}`),
    );
    await walkConnectLink(url, deps);
  };
  const acts: Record<string, () => Promise<unknown>> = {
    tg: () => api('POST', 'connect-telegram', { bot_token: BOT_TOKEN }),
    fb: () => byLink('fb'),
    ig: () => byLink('ig'),
    tt: () => byLink('tt'),
    wd: async () => {
      await unlinkDemoDevice(demo, deps);
      await linkDevice(api, deps);
    },
  };
  await Promise.all(
    Object.entries(acts).map(([channel, act]) =>
      act().catch((error: unknown) =>
        deps.logger.warn({ err: error, channel }, 'A channel of the demo could not be connected.'),
      ),
    ),
  );
}
