import { Counter, type Registry } from 'prom-client';
import type { TurnOutcome } from './turns/decide-turn.rules.ts';

export interface BotMetrics {
  /** Counts a turn by its outcome. */
  countTurn(outcome: TurnOutcome): void;
}

export function makeBotMetrics(registry: Registry): BotMetrics {
  const turns = new Counter({
    name: 'parley_bot_turns_total',
    help: 'Turns of bots by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { countTurn: (outcome) => turns.inc({ outcome }) };
}
