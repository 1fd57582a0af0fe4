import { pollUntil } from '@parley/testing/poll-until';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { perTier } from '@parley/testing/tier';
import { expect, test } from 'vitest';
import { killDuring } from '../../support/load/kill-during.ts';
import type { System } from '../../support/system/system.ts';
import { makeTenant, type TestTenant } from '../../support/tenants/client.ts';
import { expectMailsOnce, idsOfMails, untilMailsEnd } from '../../support/tenants/confirmation-mails.ts';

/** In the one-machine form everything dies and restarts, which takes seconds. */
const KILLS = { cluster: { short: 6, soak: 12 }, 'one-machine': { short: 3, soak: 4 } };
const PER_KILL = 12;
/** The batch size of a worker: the number of mails that may be unknown after each kill. */
const IN_FLIGHT = 8;
const PATIENCE_MS = 120_000;

/** Adds recipients, each of whom is sent a confirmation. Returns how many were accepted; the others got an error. */
async function addRecipients(tenant: TestTenant, round: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: PER_KILL }, (_, n) =>
      tenant
        .admin('POST', '/recipients', { name: 'Ann', email: `r${round}-${n}@${tenant.slug}.example` })
        .catch(() => null),
    ),
  );
  return answers.filter((answer) => answer?.status === 201).length;
}

// docs/reference/notifications.md#delivery
/** Kills the processes that notify while they send mails. */
export function killNotifications(getCluster: () => { system: System }): void {
  test('notifications killed while mails are sent: none is sent twice, none is lost, and an outcome that no process stored is unknown', {
    timeout: 600_000,
  }, async () => {
    const { system } = getCluster();
    const { form } = system;
    const kills = perTier(KILLS[form]);
    const random = makeSeededRandom();
    const tenant = await makeTenant(system, { connectWa: false });
    let accepted = 0;
    for (let round = 0; round < kills; round++) {
      const adding = addRecipients(tenant, round);
      const before = (await idsOfMails(system, tenant)).length;
      const wanted = before + random.below(PER_KILL);
      // At a random moment of the round: after a number of mails, or once everything was requested.
      let isAsked = false;
      void adding.then(() => {
        isAsked = true;
      });
      await pollUntil(async () => (await idsOfMails(system, tenant)).length >= wanted || isAsked || null, {
        deadlineMs: PATIENCE_MS,
        everyMs: 5,
        what: () => `${wanted} mails`,
      });
      await killDuring(system, 'notifications');
      accepted += await adding;
    }
    const ended = await untilMailsEnd(tenant, accepted, PATIENCE_MS);
    const { came, unknown } = await expectMailsOnce(system, tenant, ended);
    console.log(
      `${form}: ${kills} kills, ${ended.length} mails: ${came} came, ${unknown} unknown (PARLEY_TEST_SEED=${random.seed})`,
    );
    expect(unknown).toBeLessThanOrEqual(kills * IN_FLIGHT * (form === 'cluster' ? 2 : 1));
    expect(accepted).toBeGreaterThan(0);
  });
}
