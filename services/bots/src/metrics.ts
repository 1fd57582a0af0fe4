import { Counter, type Registry } from 'prom-client';
import type { TurnOutcome } from './domain/decide-turn.ts';

/** Counts turns by outcome. */
export function makeBotMetrics(registry: Registry): { countTurn(outcome: TurnOutcome): void } {
  const turns = new Counter({
    name: 'parley_bot_turns_total',
    help: 'Turns of bots by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { countTurn: (outcome) => turns.inc({ outcome }) };
}
