import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import type { Channel } from '@parley/bus/carriers/channel';
import { bridgeChannel } from '@parley/bus/carriers/channel-bridge';
import { makeChannelCarrier } from '@parley/bus/carriers/channel-carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { type RunningService, startService } from '@parley/bus/process/start-service';
import { type NatsServer, startNatsServer } from '@parley/testing/servers/nats-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { moduleOf } from './test-service.ts';

/** A bus with one replica of the test service, new for each test. */
export interface TestBus {
  /** A separate connection, which is closed after the test. */
  connect(): Promise<Carrier>;
  clientOf(carrier: Carrier): BusClient;
  /** A client with a new connection. */
  client(): Promise<BusClient>;
  /** Starts a further replica. */
  start(replica: number): Promise<void>;
  /** Stops every replica. */
  stopServices(): Promise<unknown>;
}

const channelOf = (port: MessagePort): Channel => ({
  send: (message) => port.postMessage(message),
  onMessage: (hear) => void port.on('message', hear),
  onClose: (tell) => void port.on('close', tell),
});

/** Runs the service and its caller alternately in the child and in the parent. */
function makeChannelCarriers(): () => Promise<Carrier> {
  const hub = makeInProcessCarrier();
  let count = 0;
  return async () => {
    if (count++ % 2 === 1) return hub;
    const { port1, port2 } = new MessageChannel();
    bridgeChannel(hub, channelOf(port1));
    const carrier = makeChannelCarrier(channelOf(port2));
    return {
      ...carrier,
      async close() {
        await carrier.close();
        port2.close();
      },
    };
  };
}

/** Declares the same tests for every carrier: all must pass the same suite. */
export function describeBus(what: string, declare: (bus: TestBus) => void): void {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNatsServer();
  }, 180_000);
  afterAll(() => nats.stop());

  let nextChannelCarrier = makeChannelCarriers();
  const makers: [string, (shared: Carrier | undefined) => Promise<Carrier>][] = [
    ['NATS', () => connectNatsCarrier({ url: nats.url, name: 'test', logger: silentLogger })],
    // One process has one carrier, which all its services share.
    ['in-process', async (shared) => shared ?? makeInProcessCarrier()],
    [
      'a channel to the parent process',
      (shared) => {
        if (shared === undefined) nextChannelCarrier = makeChannelCarriers();
        return nextChannelCarrier();
      },
    ],
  ];
  describe.each(makers)(`${what} over %s`, (_kind, make) => {
    let carriers: Carrier[];
    let services: RunningService[];
    const connect = async (): Promise<Carrier> => {
      const carrier = await make(carriers[0]);
      carriers.push(carrier);
      return carrier;
    };
    const start = async (replica: number): Promise<void> => {
      const carrier = await connect();
      const worker = `worker-${replica}`;
      services.push(
        await startService({ module: moduleOf(replica), name: 'accounts', carrier, logger: silentLogger, worker }),
      );
    };
    const clientOf = (carrier: Carrier): BusClient => makeBusClient(carrier, { logger: silentLogger });
    const stopServices = (): Promise<unknown> => Promise.all(services.splice(0).map((service) => service.close()));

    beforeEach(async () => {
      carriers = [];
      services = [];
      await start(0);
    });
    afterEach(async () => {
      await stopServices();
      await Promise.all(carriers.map((carrier) => carrier.close()));
    });

    declare({ connect, clientOf, client: async () => clientOf(await connect()), start, stopServices });
  });
}
