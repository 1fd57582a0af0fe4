import { makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { AskedEntry } from './asked.ts';
import { makeKeyBehaviours } from './key-behaviours.ts';
import type { AnswerRule } from './scripted-model.ts';

/** The memory of the emulated providers of language models; bounded, in memory only. */
export type AiState = ReturnType<typeof makeAiState>;

const MAX_ASKED = 2000;
const MAX_ASKED_BYTES = 32 * 1024 * 1024;
/** The oldest rules are dropped beyond this number. */
const MAX_RULES = 1000;

const sizeOf = (entry: AskedEntry): number =>
  entry.system.length + entry.messages.reduce((sum, { text }) => sum + text.length, 0);

export function makeAiState() {
  const keys = makeKeyBehaviours();
  const asked = makeBoundedRing<AskedEntry>({ maxEntries: MAX_ASKED, maxBytes: MAX_ASKED_BYTES, sizeOf });
  let rules: readonly AnswerRule[] = [];
  return {
    keys,
    asked,
    rules: (): readonly AnswerRule[] => rules,
    setRules(next: readonly AnswerRule[]) {
      rules = next.slice(-MAX_RULES);
    },
    addRule(rule: AnswerRule) {
      rules = [...rules, rule].slice(-MAX_RULES);
    },
    reset() {
      keys.reset();
      asked.clear();
      rules = [];
    },
  };
}
