/** An uploaded file, as its row has it. */
export interface Upload {
  /** upl_… */
  id: string;
  tenantId: number;
  filename: string;
  /** Bytes of the whole file, and of those that are stored. */
  size: number;
  received: number;
  /** By its content; null until the first piece is stored. */
  mimeType: string | null;
  createdAt: Date;
}

/** Which file; its size says how many pieces it has. */
export type UploadRef = Pick<Upload, 'id' | 'tenantId' | 'size'>;

/** Where the bytes of uploaded files are. */
export interface UploadFiles {
  /** Resolves once the piece would survive a loss of power. */
  putPiece(upload: UploadRef, number: number, bytes: Uint8Array): Promise<void>;
  /** The bytes in order; ends with an error where a piece is missing or was changed. */
  read(upload: UploadRef): AsyncIterable<Uint8Array>;
  /** Removes every piece; there may be none. */
  remove(upload: UploadRef): Promise<void>;
}
