import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOperatorClient, type OperatorClient } from '@parley/parley/command-line/operator-client';
import { readSource } from '@parley/parley/move-in/move-in-source';
import { pollUntil } from '@parley/testing/poll-until';
import { casesOf, perTier, tier } from '@parley/testing/tier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOURCES } from '../support/move-in/installation.ts';
import {
  accountOf,
  act,
  copy,
  countOld,
  eachOf,
  expectAudited,
  expectBothWays,
  expectHistories,
  expectWebhook,
  importAll,
  isMine,
  movesOf,
  openCase,
  runHistory,
  startAll,
} from '../support/move-in/move-case.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { webhookOf, webhooksOf } from '../support/webhooks/expectations.ts';

// docs/operations/move-in.md
const COUNTS = { devices: perTier({ short: 2, soak: 20 }), messages: perTier({ short: 60, soak: 1000 }) };
const START_WITHIN_MS = 120_000;
const MOVE_WITHIN_MS = 1_800_000;

let system: System;
let directory: string;
let client: OperatorClient;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-installations-'));
  system = await startSystem('one-machine', {}, { ownSandbox: true });
  // The file has a process of its own.
  Object.assign(process.env, { PARLEY_URL: system.origin, PARLEY_ADMIN_TOKEN: system.adminToken });
  client = await makeOperatorClient();
  await system.sandbox.devices.changeSettings({ initial_pre_keys: 'few' });
}, START_WITHIN_MS);
afterAll(async () => {
  await system.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

test.each(SOURCES)(
  'an installation of %s moves in: no new link, no retry receipt, groups both ways, old messages in the inbox once',
  async (name) => {
    const given = await openCase({ system, client, directory }, name, COUNTS);
    const { installation, phones, tenant } = given;
    const { devices } = system.sandbox;
    const [damaged, running, back] = [phones[0], phones[1], phones.at(-1)];
    if (!damaged || !running || !back) throw new Error('There are no phones.');

    // A damaged store and a running one are refused; the others are copied.
    await installation.damage(damaged);
    let reading = 0;
    const read = async () =>
      (await readSource(installation.source, new Date())).map((device) =>
        device.conversion.kind === 'device' && device.conversion.device.jid === running.jid
          ? { ...device, fingerprint: `${device.fingerprint} ${reading++}` }
          : device,
      );
    const first = await copy(given, client, read);
    expect(first.map(({ refused }) => refused).filter((reason) => reason !== null)).toHaveLength(2);
    await installation.refresh(damaged);
    const copied = await copy(given);
    expect(copied.map(({ state }) => state)).toEqual(phones.map(() => 'waiting'));

    // One goes back to the source before its first login, works there, and moves later.
    const [returned] = (await movesOf(given)).filter(isMine(back));
    if (!returned) throw new Error('The device was not copied.');
    expect((await act(given, returned, 'release')).body).toMatchObject({ state: 'released' });
    await back.backAtSource();
    await installation.refresh(back);
    expect((await copy(given)).filter(({ state }) => state === 'waiting')).toHaveLength(phones.length);

    const before = new Map<string, number>();
    for (const { deviceId } of phones) before.set(deviceId, (await devices.device(deviceId)).logins.length);
    for (const { person, number } of phones)
      await devices.writes(person, { to: number, type: 'text', text: `while ${number} moves` });
    await startAll(given);
    for (const { number } of phones)
      await webhookOf(tenant, 'message.received', (data) => data.text === `while ${number} moves`);

    const imported = await importAll(given);
    expect(imported.map(({ found, stored, refused, stopped }) => [found, stored, refused, stopped])).toEqual(
      phones.map(() => [COUNTS.messages, COUNTS.messages, 0, null]),
    );
    expect((await importAll(given)).map(({ stored }) => stored)).toEqual(phones.map(() => 0));
    await expectHistories(given, COUNTS.messages);

    const moves = await movesOf(given);
    await eachOf(phones, async (phone) => {
      await expectBothWays(given, phone, accountOf(moves, phone));
      const device = await devices.device(phone.deviceId);
      expect(device).toMatchObject({ jid: phone.jid, state: 'paired', connected: 1, max_concurrent: 1, replaced: 0 });
      expect(device.logins).toHaveLength((before.get(phone.deviceId) ?? 0) + 1);
      const carried = await devices.carried({ device: phone.deviceId });
      expect(new Set(carried.map(({ deliveries }) => deliveries))).toEqual(new Set([1]));
    });
    expect(await webhooksOf(tenant, 'channel.connected', phones.length)).toHaveLength(phones.length);
    await expectAudited(given);
    await expectWebhook(given);
    await installation.close();
    for (const phone of phones) await phone.close();
  },
  MOVE_WITHIN_MS,
);

/** Ends Parley at the call with this number, before or after its answer; later calls fail until it is back. */
function killingClient(wanted: number): OperatorClient {
  let count = 0;
  return {
    async call(contract, input) {
      if (++count !== wanted) return client.call(contract, input);
      const answer = client.call(contract, input);
      system.kill('SIGKILL');
      return answer;
    },
  };
}

/** In a short run one source, the next commit's run the next one. */
const KILLED = SOURCES.filter(
  (_, index) => tier === 'soak' || index === Number(process.env.PARLEY_TEST_TURN ?? 0) % SOURCES.length,
);

test.each(KILLED)(
  'an installation of %s moves in while Parley is killed at each step, and the command too: once, and nothing is lost',
  async (name) => {
    const given = await openCase({ system, client, directory }, name, COUNTS);
    const { phones, tenant } = given;
    const { devices } = system.sandbox;
    // Begin, keys, finish; a short run has one of them.
    for (const wanted of casesOf([1, 2, 3], 3)) {
      const broken = await copy(given, killingClient(wanted));
      expect(broken.some(({ refused }) => refused !== null)).toBe(true);
      await system.restart();
    }
    expect((await copy(given)).map(({ state }) => state)).toEqual(phones.map(() => 'waiting'));
    await startAll(given, async (index) => {
      if (index !== 0) return;
      system.kill('SIGKILL');
      await system.restart();
    });

    // The command is killed in the middle, then Parley under the next one.
    const killed = runHistory(given);
    await pollUntil(async () => (await countOld(given)) > 0 || null, { what: () => 'the first old messages' });
    killed.child.kill('SIGKILL');
    await killed.ended;
    const second = runHistory(given);
    system.kill('SIGKILL');
    await second.ended;
    await system.restart();
    const imported = await importAll(given);
    expect(imported.map(({ found, refused, stopped }) => [found, refused, stopped])).toEqual(
      phones.map(() => [COUNTS.messages, 0, null]),
    );
    await expectHistories(given, COUNTS.messages);
    const moves = await movesOf(given);
    expect(moves).toHaveLength(phones.length);
    await eachOf(phones, async (phone) => {
      await expectBothWays(given, phone, accountOf(moves, phone));
      expect(await devices.device(phone.deviceId)).toMatchObject({
        jid: phone.jid,
        state: 'paired',
        max_concurrent: 1,
      });
    });
    expect(await webhooksOf(tenant, 'channel.connected', phones.length)).toHaveLength(phones.length);
    await given.installation.close();
    for (const phone of phones) await phone.close();
  },
  MOVE_WITHIN_MS,
);
