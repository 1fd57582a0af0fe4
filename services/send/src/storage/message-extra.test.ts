import { expect, test } from 'vitest';
import { makeReserveItem } from '../../test/make-reserve-item.ts';
import { extraOf } from './message-extra.ts';

test('mentions are kept with a send, for message.sent when its outcome is learned later', () => {
  expect(extraOf(makeReserveItem({ mentions: ['+96550000003'] }))).toMatchObject({ mentions: ['+96550000003'] });
  expect(extraOf(makeReserveItem({}))).not.toHaveProperty('mentions');
});
