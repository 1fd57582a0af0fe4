import { expect, test } from 'vitest';
import { readContent } from './read-content.client.ts';

const read = (degreesLatitude: number | null) =>
  readContent({ locationMessage: { degreesLatitude, degreesLongitude: 47.9, name: 'Office' } }, () => 'sealed');

test('a location without coordinates is read as unsupported, with its name', () => {
  for (const latitude of [Number.NaN, Number.POSITIVE_INFINITY, null])
    expect(read(latitude)?.attachments).toMatchObject([
      { type: 'unsupported', payload: { location: { latitude: null, longitude: 47.9, name: 'Office' } } },
    ]);
  expect(read(0)?.attachments).toMatchObject([{ type: 'location', payload: { latitude: 0, longitude: 47.9 } }]);
});
