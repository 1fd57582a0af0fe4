import { once } from 'node:events';
import { createServer } from 'node:net';
import { Module } from '@nestjs/common';
import { asStream } from '@parley/bus/carriers/stream';
import { startService } from '@parley/bus/process/start-service';
import { doorsOf, streamVerb } from '@parley/bus/verb';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { setProxy } from '@parley/common/contracts/sessions/set-proxy';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { openDnsServer } from '@parley/testing/servers/dns-server';
import { openProxyServer } from '@parley/testing/servers/proxy-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { type OpenPairing, openPairing } from './open-pairing.ts';

const NETWORK = 'network.example';
const LOGIN = { username: 'shop', password: 'p@ss-word' };
/** The login as an address has it. */
const USER = 'shop:p%40ss-word@';
const ANN = '15553001';
const STREAM = asStream(openDeviceMedia);

/** A picture that is sent and received. */
export const PICTURE = Buffer.from('a picture '.repeat(20_000));
/** An upload with this picture. */
export const UPLOADED = { type: 'image', url: '', uploadId: 'upl_1', filename: 'a.jpg' } as const;

const FILES = Symbol('files');
/** Stub of services/files with one uploaded file. */
const openStoredUpload = streamVerb(openUpload, async (_files: object, { uploadId }) => {
  if (uploadId !== UPLOADED.uploadId) throw new AppError('unknown_upload');
  async function* body() {
    yield PICTURE;
  }
  const head = { type: UPLOADED.type, mimeType: 'image/jpeg', filename: UPLOADED.filename, size: PICTURE.length };
  return { head, body: body() };
});
@Module({ controllers: [doorsOf(FILES, [openStoredUpload])], providers: [{ provide: FILES, useValue: {} }] })
class FilesModule {}

export type Device = Awaited<ReturnType<OpenPairing['link']>>;

/**
 * The service, a proxy, and a network whose name leads to the network only at the proxy: everywhere else it leads to a
 * trap, which counts.
 */
export async function openProxied(firstNumber: number) {
  let numbers = firstNumber;
  let trapped = 0;
  let lines = '';
  const dns = await openDnsServer();
  const proxy = await openProxyServer({ login: LOGIN, names: { [NETWORK]: '127.0.0.1' } });
  const open = await openPairing({
    dnsServers: dns.address,
    networkHost: NETWORK,
    log: (line) => {
      lines += line;
    },
  });
  const files = await startService({
    name: 'files',
    carrier: open.carrier,
    logger: silentLogger,
    module: { module: FilesModule },
  });
  const trap = createServer((socket) => {
    trapped++;
    socket.destroy();
  });
  trap.listen(open.sandbox.port, '127.0.0.2');
  await once(trap, 'listening');
  dns.answer(NETWORK, { addresses: ['127.0.0.2'] });
  await open.startWorker('w1');
  const tenant = await open.makeTenant();
  await open.network.putPhone({ number: ANN, name: 'Ann' });
  const at = (protocol = 'http', user = USER): string => `${protocol}://${user}127.0.0.1:${proxy.port}`;

  return {
    open,
    proxy,
    tenant,
    /** The target of every tunnel. */
    target: `${NETWORK}:${open.sandbox.port}`,
    at,
    shownAt: (protocol = 'http'): string => `${protocol}://shop:…@127.0.0.1:${proxy.port}`,
    logged: () => lines,
    /** Connections and look-ups that went past the proxy. */
    direct: () => ({ connections: trapped, lookups: dns.asked(NETWORK) }),
    /** From now on the network's name leads to it everywhere. */
    openTrap: () => dns.answer(NETWORK, { addresses: ['127.0.0.1'] }),
    /** Links a phone with one old message. */
    async link(address = at(), historyDays = 0): Promise<Device> {
      const number = String(++numbers);
      await open.network.putOldChat(number, { with: ANN, messages: [{ text: 'old', days_ago: 1 }] });
      return open.link(tenant, number, 'Shop', historyDays, address);
    },
    send: (device: Device, media: InputOf<typeof sendDeviceMessage>['media']) =>
      open.bus.call(
        sendDeviceMessage,
        {
          ...{ tenantId: tenant.id, externalId: device.id, messageId: String(++numbers) },
          ...{ to: `+${ANN}`, text: 'hello', media },
        },
        { requestId: 'req_test', deadlineAt: Date.now() + 30_000 },
      ),
    /** A picture from Ann, as the inbox keeps it. */
    async receivePicture(device: Device): Promise<string> {
      const [number = ''] = device.deviceId.split(':');
      const picture = { type: 'image' as const, base64: PICTURE.toString('base64'), mime_type: 'image/jpeg' };
      const { id } = await open.network.writes(ANN, { to: number, ...picture });
      const found = await open.until('the picture', () =>
        open.inbound.handed.map(({ item }) => item).find((item) => item.providerMessageId === id),
      );
      const [attachment] = found.kind === 'message' ? found.attachments : [];
      return attachment?.media ?? '';
    },
    async openPicture(device: Device, media: string, of = tenant): Promise<Buffer> {
      const input = { tenantId: of.id, externalId: device.id, media };
      const { body } = await open.bus.stream(STREAM, input, { requestId: 'req_test' });
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return Buffer.concat(parts);
    },
    untilStatus: (device: Device, status: string, detail: string | null) =>
      open.until(`${status} with detail ${detail}`, async () => {
        const found = await open.statusOf(tenant, device.token);
        return found.status === status && found.detail === detail ? found : null;
      }),
    setProxy: async (device: Device, address: string | null) =>
      (await open.act(tenant, setProxy, { sessionToken: device.token, proxy: address })).output,
    async [Symbol.asyncDispose]() {
      await files.close();
      await open[Symbol.asyncDispose]();
      trap.close();
      await proxy[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}
