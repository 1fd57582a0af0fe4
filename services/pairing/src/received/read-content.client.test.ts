import { expect, test } from 'vitest';
import { readChoice, readContent } from './read-content.client.ts';

const read = (degreesLatitude: number | null) =>
  readContent({ locationMessage: { degreesLatitude, degreesLongitude: 47.9, name: 'Office' } }, () => 'sealed');

test('a location without coordinates is read as unsupported, with its name', () => {
  for (const latitude of [Number.NaN, Number.POSITIVE_INFINITY, null])
    expect(read(latitude)?.attachments).toMatchObject([
      { type: 'unsupported', payload: { location: { latitude: null, longitude: 47.9, name: 'Office' } } },
    ]);
  expect(read(0)?.attachments).toMatchObject([{ type: 'location', payload: { latitude: 0, longitude: 47.9 } }]);
});

test('a choice on a linked device has the id that the sender of its message chose', () => {
  expect(readChoice({ buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Yes' } })).toEqual({
    type: 'button',
    id: 'b1',
    title: 'Yes',
    data: null,
  });
  expect(readChoice({ templateButtonReplyMessage: { selectedId: 't1', selectedDisplayText: 'Stop' } })).toEqual({
    type: 'button',
    id: 't1',
    title: 'Stop',
    data: null,
  });
  const row = { title: 'Express', description: 'Next day', singleSelectReply: { selectedRowId: 'r1' } };
  expect(readChoice({ listResponseMessage: row })).toEqual({
    type: 'list',
    id: 'r1',
    title: 'Express',
    data: { description: 'Next day' },
  });
  const answer = (paramsJson: string) => ({
    interactiveResponseMessage: { body: { text: 'Sent' }, nativeFlowResponseMessage: { name: 'x', paramsJson } },
  });
  expect(readChoice(answer('{"id":"n1"}'))).toEqual({ type: 'button', id: 'n1', title: 'Sent', data: null });
  expect(readChoice(answer('{"flow_token":"f1","day":"Mon"}'))).toEqual({
    type: 'flow',
    id: 'f1',
    title: 'Sent',
    data: { flow_token: 'f1', day: 'Mon' },
  });
  expect(readChoice(answer('not json'))).toEqual({ type: 'flow', id: null, title: 'Sent', data: null });
  expect(readChoice({ conversation: 'hi' })).toBeNull();
});
