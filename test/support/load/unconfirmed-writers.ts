import type { BusClient } from '@parley/bus/bus-client';
import { send } from '@parley/common/contracts/messages/send';
import { AppError } from '@parley/common/errors';
import { sweepInterruptedSends } from '@parley/send/interrupted/sweep-interrupted-sends';
import type { SeededRandom } from '@parley/testing/seeded-random';
import { LOST, type Writer, type WriterFixture } from './writer-fixture.ts';

/** Receipts pick among this many recent sends, so that they meet on the same ones, and meet the sweep. */
const RECENT = 6;
/** Past the time that an unknown send waits for its receipt. */
const LATER_MS = 3_600_000;

/** The writers that settle sends whose own answer was lost: late receipts, which confirm or refund them, and the sweep. */
export function makeUnconfirmedWriters(
  { asTenant, lost, sendsOf }: WriterFixture,
  random: SeededRandom,
  given: { numbers: readonly string[]; webhook(bus: BusClient, value: Record<string, unknown>): Promise<unknown> },
): Record<string, Writer> {
  let counter = 0;
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)];
  const lose: Writer = (bus) =>
    bus
      .call(send, { channel: 'wa', to: `+${pick(given.numbers)}`, message: `${LOST} ${++counter}` }, asTenant())
      .catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'provider_timeout') throw error;
      });
  const statusOf = (name: string) => {
    const { id, to, messageId } = pick(lost.slice(-RECENT)) ?? { id: 'none', to: '1', messageId: '1' };
    return {
      id,
      status: name,
      timestamp: String(Math.floor(Date.now() / 1000)),
      recipient_id: to.replace('+', ''),
      biz_opaque_callback_data: messageId,
      ...(name === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
    };
  };
  return {
    loseSend: lose,
    lateReceipts: async (bus) => {
      if (random.below(2) === 0) await lose(bus);
      const statuses = ['failed', pick(['sent', 'failed', 'delivered']) ?? 'sent', 'failed'].map(statusOf);
      await given.webhook(bus, { statuses });
    },
    sweepSends: async (bus) => {
      if (random.below(2) === 0) await lose(bus);
      await sweepInterruptedSends(sendsOf(bus, new Date(Date.now() + LATER_MS)));
    },
  };
}
