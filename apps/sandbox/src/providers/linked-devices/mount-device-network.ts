import type { FastifyInstance } from 'fastify';
import { deviceRoutes } from './control/device-routes.ts';
import { groupRoutes } from './control/group-routes.ts';
import { phoneRoutes } from './control/phone-routes.ts';
import type { DeviceNetwork } from './device-network.ts';
import type { NetworkSettings } from './state/network-settings.ts';

/** The path where linked devices connect, on the sandbox's own port. */
export const CHAT_PATH = '/ws/chat';

/** Media files are served there too, without TLS: `/v/…` to read, `/mms/…` to upload. */
const MEDIA_PATH = '/v';
const UPLOAD_PATH = '/mms';
/** A placeholder handler: these requests are answered before they reach it. */
const NEVER = () => undefined;

const SETTINGS: NetworkSettings = {
  receipts: 'delivered',
  receiptDelayMs: 20,
  receiptOrder: 'forward',
  unknownNumbers: 'missing',
  initialPreKeys: 'few',
  refs: 6,
  autoReply: 'off',
  deviceLimit: 4,
  pairingCodes: 'given',
  history: 'one_chat',
  forgery: 'none',
  tokens: 'required',
  historyForm: 'inline',
  historyParts: 1,
  groupSize: 1024,
  groupQueries: 'answered',
  profileQueries: 'answered',
};

/** The network, loaded on first use: the client library takes 60 MB and a third of a second. */
export type MountedDeviceNetwork = ReturnType<typeof mountDeviceNetwork>;

/** Mounts the device network on the sandbox's server: its socket, and `/sandbox/devices`. */
export function mountDeviceNetwork(
  app: FastifyInstance,
  given: { now: () => number; mediaHost: string; mediaName: string; onChange(): void },
) {
  let loading: Promise<DeviceNetwork> | null = null;
  let loaded: DeviceNetwork | null = null;
  /** The state that an earlier run saved, until the network is loaded. */
  let saved: unknown = null;
  const openNetwork = (opened: DeviceNetwork): DeviceNetwork => {
    if (saved !== null) opened.kept.load(saved);
    loaded = opened;
    return opened;
  };
  const network = () => {
    loading ??= import('./device-network.ts').then(({ makeDeviceNetwork }) =>
      openNetwork(
        makeDeviceNetwork({
          settings: SETTINGS,
          now: given.now,
          media: { host: given.mediaHost, name: given.mediaName },
          onChange: given.onChange,
        }),
      ),
    );
    return loading;
  };

  app.server.on('upgrade', (request, socket, head) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== CHAT_PATH) return void socket.destroy();
    socket.on('error', () => socket.destroy());
    network().then(
      ({ accept }) => accept(request, socket, head),
      () => socket.destroy(),
    );
  });
  app.register(async (scope) => {
    // The media server reads the bodies itself.
    scope.addHook('onRequest', async (request, reply) => {
      reply.hijack();
      await (await (await network()).openMedia()).answer(request.raw, reply.raw);
    });
    scope.get(`${MEDIA_PATH}/*`, NEVER);
    scope.post(`${UPLOAD_PATH}/*`, NEVER);
  });
  const deps = { network, now: given.now };
  phoneRoutes(app, deps);
  groupRoutes(app, deps);
  deviceRoutes(app, deps);
  return {
    network,
    /** The part that survives a restart. */
    kept: {
      save: () => loaded?.kept.save() ?? saved,
      load(given: unknown) {
        saved = given;
      },
    },
    reset() {
      saved = null;
      void loading?.then((opened) => opened.reset());
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
