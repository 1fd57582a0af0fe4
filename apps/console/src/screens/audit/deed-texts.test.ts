import { AUDITED_CHANGES, isLoggedOfApis } from '@parley/common/contracts/audited-changes';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { expect, test } from 'vitest';
import { deedTexts } from './deed-texts.ts';

test('each operation of the audit log has a sentence, and no other one', () => {
  const ofConsole = CONSOLE_CONTRACTS.filter(({ method, isQuiet }) => method !== 'GET' && !isQuiet);
  const ofApis = Object.keys(AUDITED_CHANGES).filter(isLoggedOfApis);
  const logged = new Set<string>([...ofApis, ...ofConsole.map(({ name }) => name)]);
  expect(Object.keys(deedTexts.en).toSorted()).toEqual([...logged].toSorted());
});
