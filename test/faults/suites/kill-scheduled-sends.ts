import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { readSends } from '../../support/channels/read-sends.ts';
import { killDuring } from '../../support/load/kill-during.ts';
import { settleSends } from '../../support/load/settle-sends.ts';
import { makeTenant, uniqueDigits } from '../../support/tenants/client.ts';
import type { GetCluster } from './get-cluster.ts';

const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };
const SENDS = 150;
/** Long enough to schedule all of them. */
const AHEAD_MS = 15_000;
const KILL_AFTER = 20;

/** Kills processes while scheduled messages leave. */
export function killScheduledSends(getCluster: GetCluster): void {
  test('when send is killed while scheduled messages are due, each is sent once, or fails with a refund, and is reported', {
    timeout: 400_000,
  }, async () => {
    const cluster = getCluster();
    const { system, rows } = cluster;
    const tenant = await makeTenant(system, { balance: '1000' });
    const recipients = Array.from({ length: SENDS }, () => uniqueDigits('16'));
    const sendAt = new Date(Date.now() + AHEAD_MS).toISOString();
    const answers = await Promise.all(
      recipients.map((to) => tenant.post('send', { channel: 'wa', to, template: TEMPLATE, send_at: sendAt })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const ids = answers.map(({ body }) => body.message_id);

    const mine = async () =>
      (await readSends(system, { channel: 'wa', account: tenant.phoneNumberId })).map(({ to }) => to);
    await pollUntil(async () => ((await mine()).length >= KILL_AFTER ? true : null), {
      everyMs: 20,
      what: () => 'some of the messages to leave',
    });
    await settleSends(cluster, tenant, await killDuring(system, 'send'));

    const open = () =>
      rows(`SELECT 1 FROM messages WHERE id = ANY ($1) AND status IN ('scheduled', 'sending', 'unknown')`, [ids]);
    await pollUntil(async () => ((await open()).length === 0 ? true : null), {
      deadlineMs: 120_000,
      what: () => 'every message to leave or to fail',
    });
    const sent = await mine();
    const events = await rows<{ type: string; id: string }>(
      `SELECT type, data::jsonb ->> 'message_id' AS id FROM events
        WHERE type = 'message.sent' OR (type = 'message.status' AND data::jsonb ->> 'status' = 'failed')`,
      [],
    );
    const reported = events.filter(({ id }) => ids.includes(id));
    const left = reported.filter(({ type }) => type === 'message.sent');
    console.log(
      `${system.form}: ${SENDS} scheduled, ${left.length} left, ${reported.length - left.length} failed, ${sent.length} at the provider`,
    );
    expect(new Set(sent).size).toBe(sent.length);
    expect(new Set(reported.map(({ id }) => id)).size).toBe(SENDS);
    expect(reported).toHaveLength(SENDS);
    expect(left).toHaveLength(sent.length);
    await expect.poll(async () => (await tenant.get('status')).body.balance).toBe(1000 - sent.length);
  });
}
