import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { Cipher } from '@parley/database/encryption';
import { pieceCountOf, type UploadFiles, type UploadRef } from '../uploads/upload.rules.ts';

/** Storage for pieces. A folder is named by the tenant's id and the upload's id. */
export interface PieceStore {
  /** Replaces an existing piece; resolves once it is durable. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Throws when the piece does not exist. */
  get(folder: string, name: string): Promise<Buffer>;
  /** Removes these pieces, and leftovers of an interrupted `put` in the folder. */
  remove(folder: string, names: readonly string[]): Promise<void>;
  /** Free bytes of its disk; null where there is no such limit. */
  freeBytes(): Promise<number | null>;
}

/** Files as encrypted pieces in a store, which learns neither their names nor their contents. */
export function makeSealedFiles(store: PieceStore, cipher: Pick<Cipher, 'seal' | 'open'>): UploadFiles {
  const numbersOf = ({ size }: UploadRef): number[] => [...Array(pieceCountOf(size)).keys()];
  return {
    putPiece: (upload, number, bytes) =>
      store.put(folderOf(upload), String(number), cipher.seal(bytes, purposeOf(upload, number))),
    async *read(upload, part) {
      const { start, end } = part ?? { start: 0, end: upload.size - 1 };
      for (const number of numbersOf(upload)) {
        const first = number * PIECE_BYTES;
        if (first + PIECE_BYTES <= start || first > end) continue;
        const bytes = cipher.open(await store.get(folderOf(upload), String(number)), purposeOf(upload, number));
        yield bytes.subarray(Math.max(0, start - first), end - first + 1);
      }
    },
    remove: (upload) => store.remove(folderOf(upload), numbersOf(upload).map(String)),
    freeBytes: () => store.freeBytes(),
  };
}

const folderOf = ({ tenantId, id }: UploadRef): string => `${tenantId}/${id}`;
/** Binds a piece to its file and position: it decrypts nowhere else. */
const purposeOf = ({ tenantId, id }: UploadRef, number: number): string => `upload ${tenantId} ${id} ${number}`;
