import { Counter, type Registry } from 'prom-client';
import type { TurnOutcome } from './turns/decide-turn.rules.ts';

export function makeBotMetrics(registry: Registry) {
  const turns = new Counter({
    name: 'parley_bot_turns_total',
    help: 'Turns of bots by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { countTurn: (outcome: TurnOutcome): void => turns.inc({ outcome }) };
}

export type BotMetrics = ReturnType<typeof makeBotMetrics>;
