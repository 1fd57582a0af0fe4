import { expect, test } from 'vitest';
import { makeWantedSend } from '../../test/make-wanted-send.ts';
import { extraOf } from './reservation.store.ts';

test('mentions are kept with a send, for message.sent when its outcome is learned later', () => {
  expect(extraOf(makeWantedSend({ mentions: ['+96550000003'] }))).toMatchObject({ mentions: ['+96550000003'] });
  expect(extraOf(makeWantedSend({}))).not.toHaveProperty('mentions');
});
