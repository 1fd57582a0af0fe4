import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import type { CallContext } from '@parley/common/call-context';
import { type CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { actAsTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { openTcpSwitch, type TcpSwitch } from '@parley/testing/servers/tcp-switch';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { makeCommentsModule } from '../src/comments.module.ts';
import { type CommentsFixture, openFixture, type TestAccount } from './fixture.ts';
import { makeNeighbours, type Neighbours, startNeighbours } from './stand-in-neighbours.ts';

/** The fixture with the running service. */
export interface OpenComments extends CommentsFixture {
  bus: BusClient;
  neighbours: Neighbours;
  /** The relay between the service and its database. */
  databaseSwitch: TcpSwitch;
  /** Calls with a tenant's key, like the gateway. */
  act<C extends Contract>(
    tenant: TestTenant,
    contract: C,
    input: InputOf<C>,
    idempotency?: NonNullable<CallContext['idempotency']>,
    deadlineMs?: number,
  ): Promise<{ output: OutputOf<C>; replayed: boolean }>;
  store(...changes: CommentChange[]): Promise<OutputOf<typeof storeComments>>;
  /** A second replica over the same database, on its own bus. */
  startReplica(): Promise<{ store: OpenComments['store']; close(): Promise<void> }>;
}

/** The service running over a real database, a real bus and the emulated providers. */
export async function openComments({ pollSeconds = 3600 } = {}): Promise<OpenComments> {
  const fixture = await openFixture();
  const neighbours = makeNeighbours();
  const address = new URL(fixture.database.url);
  const databaseSwitch = await openTcpSwitch({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseSwitch.port);

  async function start() {
    const carrier = makeInProcessCarrier();
    const database = connectDatabase({ url: address.href, applicationName: 'comments' });
    const bus = makeBusClient(carrier, { logger: silentLogger });
    const standIns = await startNeighbours(neighbours, carrier, silentLogger);
    const service = await startService({
      name: 'comments',
      carrier,
      logger: silentLogger,
      module: makeCommentsModule({
        environment: { ...fixture.environment, PARLEY_TIKTOK_POLL_SECONDS: pollSeconds },
        database,
        cipher: fixture.cipher,
        bus,
        logger: silentLogger,
        metrics: new Registry(),
      }),
    });
    const store: OpenComments['store'] = (...changes) =>
      bus.call(storeComments, { changes }, { requestId: 'req_test' });
    const close = async (): Promise<void> => {
      await service.close();
      await standIns.close();
      await carrier.close();
      await database.close();
    };
    return { bus, store, close };
  }
  const first = await start();
  return {
    ...fixture,
    bus: first.bus,
    neighbours,
    databaseSwitch,
    store: first.store,
    act: (tenant, contract, input, idempotency, deadlineMs = contract.deadlineMs) =>
      actAsTenant(first.bus, tenant, contract, input, {
        deadlineAt: Date.now() + deadlineMs,
        ...(idempotency ? { idempotency } : {}),
      }),
    startReplica: start,
    async [Symbol.asyncDispose]() {
      await first.close();
      await databaseSwitch.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

let nextComment = 1;

/** A new comment as reported by a provider's webhook. */
export function commentOn(account: TestAccount, given: Partial<CommentChange> = {}): CommentChange {
  const postId = account.posts[0] ?? '';
  const tail = `98765${String(nextComment++).padStart(6, '0')}`;
  return {
    platform: account.platform,
    externalId: account.externalId,
    change: 'added',
    commentId: account.platform === 'fb' ? `${postId.split('_')[1]}_${tail}` : tail,
    postId,
    parentId: null,
    text: 'How much?',
    from: { id: '700001', name: 'Ann' },
    isOwn: false,
    at: new Date().toISOString(),
    ...given,
  };
}
