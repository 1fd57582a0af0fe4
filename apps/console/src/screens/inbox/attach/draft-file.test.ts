import { expect, test } from 'vitest';
import { readDraftFile } from './draft-file.ts';

const DAY_MS = 24 * 3_600_000;
const file = { uploadId: 'upl_1', name: 'look.png', size: 10, at: 0 };

test('keeps an uploaded file with its draft while it can be sent', () => {
  expect(readDraftFile(JSON.stringify(file), 6 * DAY_MS)).toEqual(file);
  expect(readDraftFile(JSON.stringify(file), 6 * DAY_MS + 1)).toBeNull();
});

test.for([null, '', 'null', '[]', '{"uploadId":1}', '{"uploadId":"upl_1"}'])('rejects %s', (stored) => {
  expect(readDraftFile(stored, 0)).toBeNull();
});
