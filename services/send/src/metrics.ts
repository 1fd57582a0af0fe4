import type { Channel } from '@parley/common/channels';
import type { ChannelAction } from '@parley/common/messages/capabilities';
import type { ThreadAction } from '@parley/common/messages/thread-owner';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type SendMetrics = ReturnType<typeof makeSendMetrics>;

/** Metrics of sends. */
export function makeSendMetrics(registry: Registry) {
  const registers = [registry];
  const sends = new Counter({
    name: 'parley_sends_total',
    help: 'Messages handed to a provider, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'parley_send_provider_seconds',
    help: 'Time until a provider answered a send, retries included',
    labelNames: ['channel'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const broken = new Counter({
    name: 'parley_send_token_refusals_total',
    help: 'Sends refused because the account’s token is invalid or was revoked',
    labelNames: ['channel'],
    registers,
  });
  const acts = new Counter({
    name: 'parley_acts_total',
    help: 'Reactions, edits, deletions, read marks, typing indicators, lookups and rejected calls, by channel and outcome',
    labelNames: ['channel', 'action', 'outcome'],
    registers,
  });
  const scheduled = new Gauge({
    name: 'parley_scheduled_sends',
    help: 'Messages that are sent later, of all tenants',
    registers,
  });
  const lag = new Gauge({
    name: 'parley_scheduled_send_lag_seconds',
    help: 'How long the oldest scheduled message has been due, in seconds; 0 when none is due',
    registers,
  });
  return {
    countAct(channel: Channel, action: ChannelAction | ThreadAction, outcome: string): void {
      acts.inc({ channel, action, outcome });
    },
    /** Sets the gauges of scheduled messages. */
    scheduled(waiting: number, lagMs: number): void {
      scheduled.set(waiting);
      lag.set(lagMs / 1000);
    },
    count(channel: Channel, outcome: SendOutcome, tookMs: number): void {
      sends.inc({ channel, outcome: outcome.kind });
      latency.observe({ channel }, tookMs / 1000);
      if (outcome.kind === 'refused' && outcome.channelBroken) broken.inc({ channel });
    },
  };
}
