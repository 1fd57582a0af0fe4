import { expect, test } from 'vitest';
import { type UploadDeps, uploadFile } from './upload-file.ts';

const FILE = new File(['0123456789'], 'look.png', { type: 'image/png' });

/** A server that takes pieces of four bytes and records its calls. */
function server(given: { mimeType?: string; failures?: number; stopAfter?: number } = {}) {
  const { mimeType = 'image/png', failures = 0, stopAfter = Number.POSITIVE_INFINITY } = given;
  const pieces: string[] = [];
  const progress: number[] = [];
  const pauses: number[] = [];
  let failed = 0;
  let received = 0;
  const view = { upload_id: 'upl_1', filename: 'look.png', size: FILE.size, type: 'image', mime_type: null } as const;
  const deps: UploadDeps = {
    begin: async () => ({ ...view, received: 0, piece_bytes: 4 }),
    async addPiece({ offset, data }) {
      if (failed++ < failures) throw new Error('passing');
      if (offset === received) {
        pieces.push(data);
        received += data.length;
      }
      return { ...view, mime_type: mimeType, received };
    },
    toBase64: (piece) => piece.text(),
    isPassing: (error) => error instanceof Error && error.message === 'passing',
    pause: async (ms) => void pauses.push(ms),
    onProgress: (at) => void progress.push(at),
    isStopped: () => progress.length >= stopAfter,
    isVoice: false,
  };
  return { deps, pieces, progress, pauses };
}

test('uploads a file piece by piece, and reports progress after each', async () => {
  const { deps, pieces, progress } = server();
  expect(await uploadFile(FILE, 'wa', deps)).toMatchObject({ upload: { upload_id: 'upl_1', received: 10 } });
  expect(pieces).toEqual(['0123', '4567', '89']);
  expect(progress).toEqual([4, 8, 10]);
});

test('retries a piece after each pause, and throws permanent errors at once', async () => {
  const { deps, pieces, pauses } = server({ failures: 2 });
  await uploadFile(FILE, 'wa', deps);
  expect(pieces).toEqual(['0123', '4567', '89']);
  expect(pauses).toEqual([1000, 2000]);
  const broken = { ...deps, addPiece: () => Promise.reject(new Error('refused')) };
  await expect(uploadFile(FILE, 'wa', broken)).rejects.toThrow('refused');
  expect(pauses).toHaveLength(2);
});

test('follows the server’s type after the first piece', async () => {
  const { deps, pieces } = server({ mimeType: 'video/webm' });
  expect(await uploadFile(FILE, 'wa', deps)).toEqual({ refusal: 'type' });
  expect(pieces).toHaveLength(1);
});

test('does not upload a file that is certainly too large for the channel', async () => {
  const { deps, pieces } = server();
  const large = { name: 'large.png', type: 'image/png', size: 6 * 1024 * 1024 } as File; // safe: nothing else of it is read
  expect(await uploadFile(large, 'wa', deps)).toEqual({ refusal: 'size' });
  expect(pieces).toEqual([]);
});

test('sends nothing more after it was stopped', async () => {
  const { deps, pieces } = server({ stopAfter: 1 });
  expect(await uploadFile(FILE, 'wa', deps)).toBe('stopped');
  expect(pieces).toHaveLength(1);
});
