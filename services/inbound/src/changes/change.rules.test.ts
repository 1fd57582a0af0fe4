import { expect, test } from 'vitest';
import { type ChangedMessage, decideChanges, type GivenChange } from './change.rules.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 10, 0, second));
const GROUP = '1203@g.us';

const message = (given: Partial<ChangedMessage> = {}): ChangedMessage => ({
  id: '7',
  conversationId: 3,
  direction: 'in',
  text: 'Hello',
  editedAt: null,
  revokedAt: null,
  author: null,
  peer: '+111',
  addresses: ['+111', 'ann@lid'],
  ...given,
});

const change = (kind: GivenChange['kind'], given: Partial<GivenChange> = {}): GivenChange => ({
  kind,
  text: kind === 'edited' ? 'Hi' : null,
  at: at(5),
  by: null,
  message: message(),
  isPart: false,
  ...given,
});

const person = (...addresses: string[]) => ({ isAccount: false, addresses });
const account = { isAccount: true, addresses: ['+999'] };
const inGroup = message({ author: ['+222', 'bob@lid'], peer: GROUP, addresses: [GROUP] });
const own = message({ direction: 'out' });
const ownInGroup = message({ direction: 'out', peer: GROUP, addresses: [GROUP] });

test.each([
  ['nobody in particular, as the provider vouches for it', message(), null, true, true],
  ['the person whom the conversation is with', message(), person('+111'), true, true],
  ['the same person by another address', message(), person('+333', 'ann@lid'), true, true],
  [
    'the peer of a conversation whose contact has lost its addresses',
    message({ addresses: [] }),
    person('+111'),
    true,
    true,
  ],
  ['somebody else', message(), person('+222'), false, false],
  ['nobody', message(), person(), false, false],
  ['the account, of what a customer wrote', message(), account, false, false],
  ['the account, of what it sent', own, account, true, true],
  ['the customer, of what the account sent', own, person('+111'), false, false],
  ['the participant who wrote it', inGroup, person('bob@lid'), true, true],
  ['another participant', inGroup, person('+111'), false, false],
  ['the group itself, of what a participant wrote', inGroup, person(GROUP), false, false],
  ['the account, of what a participant wrote', inGroup, account, false, false],
  ['an admin of the group', inGroup, { ...person('+111'), adminOf: GROUP }, false, true],
  ['an admin of another group', inGroup, { ...person('+111'), adminOf: '99@g.us' }, false, false],
  ['the account as admin of the group', inGroup, { ...account, adminOf: GROUP }, false, true],
  ['an admin of the group, of what the account sent', ownInGroup, { ...person('+111'), adminOf: GROUP }, false, true],
])('a message is changed by %s', (_title, stored, by, mayEdit, mayRevoke) => {
  const outcome = (allowed: boolean) => [allowed ? 'changed' : 'repeated'];
  expect(decideChanges([change('edited', { message: stored, by })]).outcomes).toEqual(outcome(mayEdit));
  expect(decideChanges([change('revoked', { message: stored, by })]).outcomes).toEqual(outcome(mayRevoke));
});

test.each([
  ['the first', change('edited'), 'changed'],
  ['one with the same text', change('edited', { text: 'Hello' }), 'repeated'],
  ['one that is newer than the last', change('edited', { message: message({ editedAt: at(4) }) }), 'changed'],
  ['one of the same moment as the last', change('edited', { message: message({ editedAt: at(5) }) }), 'changed'],
  ['one that is older than the last', change('edited', { message: message({ editedAt: at(6) }) }), 'repeated'],
  ['one of a revoked message', change('edited', { message: message({ revokedAt: at(1) }) }), 'changed'],
  ['one of a part', change('edited', { isPart: true }), 'repeated'],
  ['one of a message that is not here', change('edited', { message: undefined }), 'absent'],
])('an edit: %s', (_title, given, outcome) => {
  const decided = decideChanges([given]);
  expect(decided.outcomes).toEqual([outcome]);
  expect(decided.messages).toEqual(outcome === 'changed' ? [{ ...given.message, text: 'Hi', editedAt: at(5) }] : []);
});

test.each([
  ['the first', change('revoked'), 'changed'],
  ['a second', change('revoked', { message: message({ revokedAt: at(1) }) }), 'repeated'],
  ['one of a part', change('revoked', { isPart: true }), 'repeated'],
  ['one of a message that is not here', change('revoked', { message: undefined }), 'absent'],
])('a revocation: %s', (_title, given, outcome) => {
  const decided = decideChanges([given]);
  expect(decided.outcomes).toEqual([outcome]);
  expect(decided.messages).toEqual(outcome === 'changed' ? [{ ...given.message, revokedAt: at(5) }] : []);
});

test('changes of one message in one batch follow each other', () => {
  const decided = decideChanges([
    change('edited', { text: 'One', at: at(5) }),
    change('edited', { text: 'Three', at: at(7) }),
    change('edited', { text: 'Two', at: at(6) }),
    change('edited', { text: 'Three', at: at(8) }),
    change('revoked', { at: at(9) }),
    change('revoked', { at: at(10) }),
  ]);
  expect(decided.outcomes).toEqual(['changed', 'changed', 'repeated', 'repeated', 'changed', 'repeated']);
  expect(decided.messages).toEqual([message({ text: 'Three', editedAt: at(7), revokedAt: at(9) })]);
});
