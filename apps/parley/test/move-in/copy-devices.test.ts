import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casingOf } from '@parley/common/casing/contract-casing';
import { listMoveIns, startMoveIn } from '@parley/common/contracts/operator/move-in';
import { AppError, statusOf } from '@parley/common/errors';
import type { OperatorClient } from '@parley/parley/command-line/operator-client';
import { type CopiedDevice, type CopyTarget, chunkKeys, copyDevices } from '@parley/parley/move-in/copy-devices';
import { importHistories } from '@parley/parley/move-in/import-histories';
import { type MoveInSource, readHistories, readSource } from '@parley/parley/move-in/move-in-source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkStockDevice, type StockDevice } from '../../../../services/pairing/test/move-in/stock-device.ts';
import { type OpenPairing, openPairing } from '../../../../services/pairing/test/open-pairing.ts';
import { encodeTwice } from './make-store.ts';
import { serveRedis } from './serve-redis.ts';

let open: OpenPairing;
beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  await open.network.changeSettings({ initial_pre_keys: 'few' });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

let nextNumber = 15_580_001;

/** The operator API without HTTP: it parses, renames and answers as the gateway does. */
const client: OperatorClient = {
  async call(contract, input) {
    const { toBus, toWire } = casingOf(contract);
    try {
      const output = await open.bus.call(contract, toBus(contract.input.parse(input)), { requestId: 'req_test' });
      return { status: contract.successStatus ?? 200, body: toWire(output) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        status: statusOf(error.code, error.extras.details),
        body: { error: error.code, message: error.message },
      };
    }
  },
};

type Tenant = Awaited<ReturnType<OpenPairing['makeTenant']>>;
const targetOf = ({ slug, caller }: Tenant, source: CopyTarget['source'] = 'baileys'): CopyTarget => ({
  client,
  slug,
  instanceId: caller.instanceId,
  source,
});
const copyFrom = (target: CopyTarget, source: MoveInSource): Promise<CopiedDevice[]> =>
  copyDevices(target, () => readSource(source, new Date()), 0);
const listed = async ({ slug }: Tenant) =>
  (await open.bus.call(listMoveIns, { slug, limit: 50 }, { requestId: 'req_test' })).items;
const starts = async ({ slug }: Tenant, accountId: number): Promise<void> => {
  await open.bus.call(startMoveIn, { slug, accountId }, { requestId: 'req_test', deadlineAt: Date.now() + 30_000 });
};
const untilMoved = (tenant: Tenant, accountId: number) =>
  open.until('the device to be moved', async () =>
    (await listed(tenant)).some((one) => one.accountId === accountId && one.state === 'moved'),
  );

/** Ends before the call with this number, or after it. */
function killedAt(target: CopyTarget, wanted: number, isAfter: boolean): CopyTarget {
  let count = 0;
  return {
    ...target,
    client: {
      async call(contract, input) {
        const isLast = ++count === wanted;
        if (isLast && !isAfter) throw new Error('killed');
        const answer = await client.call(contract, input);
        if (isLast) throw new Error('killed');
        return answer;
      },
    },
  };
}

async function stopped(): Promise<StockDevice & { number: string }> {
  const number = String(nextNumber++);
  const stock = await linkStockDevice(open, number);
  await stock.stop();
  return { ...stock, number };
}

test('instances of Evolution API are copied, and each starts without a new link', async () => {
  const tenant = await open.makeTenant();
  const { query } = open.database.db;
  await query({ text: 'CREATE TABLE "Instance" (id text, name text, integration text)' });
  await query({ text: 'CREATE TABLE "Session" ("sessionId" text, creds text)' });
  const [first, second] = [await stopped(), await stopped()];
  const hashes = new Map<string, Map<string, string>>();
  for (const { number, directory } of [first, second]) {
    const { creds, fields } = await encodeTwice(directory);
    hashes.set(`evolution:instance:id-${number}`, fields);
    const name = `shop ${number}`;
    await query({ text: `INSERT INTO "Instance" VALUES ($1, $2, 'WHATSAPP-BAILEYS')`, values: [`id-${number}`, name] });
    await query({ text: 'INSERT INTO "Session" VALUES ($1, $2)', values: [`id-${number}`, creds] });
  }
  await query({ text: `INSERT INTO "Instance" VALUES ('id-none', 'never linked', 'WHATSAPP-BAILEYS')` });
  const redis = await serveRedis({ password: 'secret', database: '6', hashes });
  const copied = await copyFrom(targetOf(tenant, 'evolution'), {
    kind: 'evolution',
    database: open.database.url,
    redis: `redis://:secret@127.0.0.1:${redis.port}/6`,
    redisPrefix: 'evolution',
    instances: [],
  });
  await redis.close();
  expect(copied.map(({ name, state, refused }) => [name, state, refused])).toEqual([
    ['never linked', null, expect.stringContaining('no credentials')],
    [`shop ${first.number}`, 'waiting', null],
    [`shop ${second.number}`, 'waiting', null],
  ]);
  for (const { account_id: accountId } of copied) {
    if (accountId === null) continue;
    await starts(tenant, accountId);
    await untilMoved(tenant, accountId);
  }
  expect(await open.deviceAt(first.deviceId)).toMatchObject({ connected: 1, replaced: 0, state: 'paired' });
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
}, 60_000);

test('a command that is killed at any call is repeated, and copies into the same device', async () => {
  const tenant = await open.makeTenant();
  await using stock = await stopped();
  const source: MoveInSource = { kind: 'baileys-files', directory: stock.directory };
  for (const wanted of [1, 2, 3])
    for (const isAfter of [false, true]) {
      const [copied] = await copyFrom(killedAt(targetOf(tenant), wanted, isAfter), source);
      expect(copied).toMatchObject({ state: null, refused: 'killed' });
    }
  const [copied] = await copyFrom(targetOf(tenant), source);
  expect(copied).toMatchObject({ state: 'waiting', refused: null });
  const all = await listed(tenant);
  expect(all).toMatchObject([{ accountId: copied?.account_id, state: 'waiting' }]);
  const accountId = copied?.account_id ?? 0;
  await starts(tenant, accountId);
  await untilMoved(tenant, accountId);
  // A later copy leaves the keys alone: they have moved on.
  expect(await copyFrom(targetOf(tenant), source)).toMatchObject([{ account_id: accountId, state: 'moved' }]);
}, 60_000);

test('the history of a device is imported by a command that is killed at each call, once and newest first', async () => {
  const tenant = await open.makeTenant();
  await using stock = await stopped();
  await using waiting = await stopped();
  const source: MoveInSource = { kind: 'baileys-files', directory: stock.directory };
  const [copied] = await copyFrom(targetOf(tenant), source);
  const accountId = copied?.account_id ?? 0;
  await starts(tenant, accountId);
  await untilMoved(tenant, accountId);
  await copyFrom(targetOf(tenant), { kind: 'baileys-files', directory: waiting.directory });
  const nowS = Math.floor(Date.now() / 1000);
  const historyFile = join(stock.directory, 'messages.jsonl');
  const ids = Array.from({ length: 450 }, (_, index) => `OLD-${index}`);
  const lines = ids.map((id, index) =>
    JSON.stringify({
      key: { id, remoteJid: '15550009@s.whatsapp.net' },
      message: { conversation: `old ${index}` },
      messageTimestamp: nowS - 60 - index,
    }),
  );
  await writeFile(historyFile, [...lines, 'no message'].join('\n'));
  const importFrom = (target: Pick<CopyTarget, 'client' | 'slug'>) =>
    importHistories(target, readHistories({ ...source, historyFile }, 0, new Date()));
  // The list, and three calls with messages.
  for (const wanted of [1, 2, 3, 4])
    for (const isAfter of [false, true]) {
      const killed = importFrom(killedAt(targetOf(tenant), wanted, isAfter));
      if (wanted === 1) await expect(killed).rejects.toThrow('killed');
      else expect(await killed).toMatchObject([{ stopped: 'killed' }]);
    }
  expect(await importFrom(targetOf(tenant))).toEqual([
    { name: expect.any(String), account_id: accountId, found: 450, stored: 0, refused: 1, stopped: null },
  ]);
  const imported = open.inbound.imported.filter(({ externalId }) => externalId === String(accountId));
  expect(imported.map(({ message }) => message.providerMessageId)).toEqual(ids);
  const other = readHistories({ kind: 'baileys-files', directory: waiting.directory }, 0, new Date());
  expect(await importHistories(targetOf(tenant), other)).toMatchObject([
    { account_id: null, stopped: expect.stringContaining('start it first') },
  ]);
}, 60_000);

test('a source whose keys change between the two readings runs, and is not copied', async () => {
  const tenant = await open.makeTenant();
  await using stock = await stopped();
  let reading = 0;
  const copied = await copyDevices(
    targetOf(tenant),
    async () => {
      const devices = await readSource({ kind: 'baileys-files', directory: stock.directory }, new Date());
      return devices.map((device) => ({ ...device, fingerprint: `${device.fingerprint} ${reading++}` }));
    },
    0,
  );
  expect(copied).toMatchObject([{ refused: expect.stringContaining('still runs') }]);
  expect(await listed(tenant)).toEqual([]);
});

test('a key of another tenant is refused, and no device is made', async () => {
  const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
  await using stock = await stopped();
  const target = { ...targetOf(tenant), instanceId: other.caller.instanceId };
  const copied = await copyFrom(target, { kind: 'baileys-files', directory: stock.directory });
  expect(copied).toMatchObject([{ state: null, refused: expect.stringContaining('unknown_key') }]);
  expect(await listed(tenant)).toEqual([]);
});

test('keys are divided into calls that the API takes', () => {
  const key = (id: number, size: number) => ({ type: 'session', id: String(id), value: 'x'.repeat(size) });
  expect(chunkKeys([])).toEqual([]);
  expect(chunkKeys(Array.from({ length: 1001 }, (_, id) => key(id, 10))).map((chunk) => chunk.length)).toEqual([
    500, 500, 1,
  ]);
  expect(chunkKeys([key(1, 590_000), key(2, 590_000), key(3, 10)]).map((chunk) => chunk.length)).toEqual([1, 2]);
});
