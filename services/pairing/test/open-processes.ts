import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { openPairing } from './open-pairing.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** The service with workers in processes of their own, which a test can kill. */
export async function openProcesses() {
  const nats = await startNatsServer();
  const carrier = await connectNatsCarrier({
    url: nats.url,
    name: 'test',
    logger: silentLogger,
  });
  const open = await openPairing({ carrier });
  const running: WorkerProcess[] = [];
  return {
    open,
    start(program?: string): WorkerProcess {
      const worker = startWorkerProcess(
        {
          DATABASE_URL: open.database.url,
          NATS_URL: nats.url,
          PARLEY_ENCRYPTION_KEYS: open.encryptionKeys,
          PARLEY_WHATSAPP_WEB_URL: open.sandbox.whatsappWebUrl,
          PARLEY_WHATSAPP_WEB_ROOT_KEY: SANDBOX_SEED.deviceNetwork.rootKey,
        },
        program,
      );
      running.push(worker);
      return worker;
    },
    workers: async (): Promise<number> =>
      (await open.database.db.query({ text: 'SELECT 1 FROM device_workers' })).rowCount,
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((worker) => worker.end()));
      await open[Symbol.asyncDispose]();
      await carrier.close();
      await nats.stop();
    },
  };
}
