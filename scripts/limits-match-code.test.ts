import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MAX_REPLIES } from '@parley/bots/turns/decide-turn.rules';
import { TRIALS_PER_DAY, TRIALS_PER_MINUTE } from '@parley/bots/usage/budget.rules';
import { CONSENT_WORD_LIMITS } from '@parley/common/consent/consent-word-limits';
import { DEFAULT_CONSENT_WORDS } from '@parley/common/consent/consent-words';
import { MEMBERS_MAX } from '@parley/common/contracts/console/members';
import { DEFAULT_MESSAGE_LIMITS, LIMIT_SCOPES, MESSAGE_PURPOSES } from '@parley/common/messages/message-limits';
import { LIMITED, mostOf } from '@parley/common/workspace/plan-limits';
import { MAX_TRIES } from '@parley/notifications/recipients/confirmation.rules';
import { expect, test } from 'vitest';

const read = (page: string): string =>
  readFileSync(fileURLToPath(new URL(`../docs/${page}.md`, import.meta.url)), 'utf8');
/** The cells of all table rows of a page. */
const rowsOf = (page: string): string[][] =>
  [...read(page).matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
const numbersIn = (text = ''): number[] =>
  (text.match(/\d+(?:,\d{3})*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));

test.each(MESSAGE_PURPOSES)('notifications.md names the limits of %s messages by hour and day', (purpose) => {
  const row = rowsOf('reference/notifications').find(([first = '']) => first.startsWith(`\`${purpose}\``));
  const limits = DEFAULT_MESSAGE_LIMITS[purpose];
  expect(row?.slice(1).map(numbersIn)).toEqual(
    LIMIT_SCOPES.map((scope) => {
      const limit = limits[scope];
      return limit ? [limit.perHour, limit.perDay] : [];
    }),
  );
});

test.each([
  ['keys and webhooks', [mostOf(undefined, '', 'keys')]],
  ['recipients of notifications', [mostOf(undefined, '', 'recipients')]],
  ['scheduled messages', [mostOf(undefined, '', 'scheduled')]],
  ['members and open invitations', [MEMBERS_MAX]],
  ['wrong confirmation codes', [MAX_TRIES]],
  ["trials of a bot on the deployment's key", [TRIALS_PER_MINUTE, TRIALS_PER_DAY]],
  ['calls of the model in a turn of a bot', [MAX_REPLIES]],
])('hardening.md names the limit of %s', (what, limits) => {
  const row = rowsOf('operations/hardening').find(([first]) => first === what);
  expect(numbersIn(row?.[1])).toEqual(expect.arrayContaining(limits));
});

test.each(LIMITED)('operator-api.md names the default plan limit of %s', (what) => {
  expect(read('reference/operator-api')).toMatch(new RegExp(`[\`,]${what}=${mostOf(undefined, '', what)}\\b`));
});

test.each(['stop', 'start'] as const)('consent.md names the default %s words', (kind) => {
  const row = rowsOf('reference/consent').find(([first]) => first === kind);
  expect([...(row?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word)).toEqual(DEFAULT_CONSENT_WORDS[kind]);
});

test('consent.md names the limits of words', () => {
  const { words, characters } = CONSENT_WORD_LIMITS;
  expect(read('reference/consent')).toContain(`at most ${words} words of at most ${characters} characters`);
});
