import { expect, test } from 'vitest';
import { readDraftFile } from './draft-file.ts';

const DAY_MS = 24 * 3_600_000;
const file = { uploadId: 'upl_1', name: 'look.png', size: 10, at: 0 };

test('an uploaded file is kept with its draft for as long as it can be sent', () => {
  expect(readDraftFile(JSON.stringify(file), 6 * DAY_MS)).toEqual(file);
  expect(readDraftFile(JSON.stringify(file), 6 * DAY_MS + 1)).toBeNull();
});

test.for([null, '', 'null', '[]', '{"uploadId":1}', '{"uploadId":"upl_1"}'])('%s is no file', (stored) => {
  expect(readDraftFile(stored, 0)).toBeNull();
});
