import { AUDITED, isLoggedOfApis } from '@parley/common/contracts/audited';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { READING_ACTIONS } from '@parley/common/contracts/reading/reading-actions';
import { expect, test } from 'vitest';
import english from '../../texts/en/audit.ts';

test('each operation of the audit log has a sentence, and no other one', () => {
  const ofConsole = CONSOLE_CONTRACTS.filter(({ method, isQuiet }) => method !== 'GET' && !isQuiet);
  const ofApis = [...AUDITED.keys()].filter(isLoggedOfApis);
  const ofReading = READING_ACTIONS.map(({ name }) => name);
  const logged = new Set<string>([...ofApis, ...ofReading, ...ofConsole.map(({ name }) => name)]);
  expect(Object.keys(english.action).toSorted()).toEqual([...logged].toSorted());
});
