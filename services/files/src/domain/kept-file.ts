/** The copy of a customer's file that a worker is making. */
export interface KeptClaim {
  /** Of the attachment: att_… */
  id: string;
  tenantId: number;
  /** Fencing token: a worker whose lease has ended changes nothing. */
  holder: string;
  /** Attempts including this one. */
  attempts: number;
}

/** A finished copy. */
export interface FileCopy {
  size: number;
  /** The type that the platform answered with the bytes. */
  mimeType: string | null;
}

/** How an attempt to copy a file ended; null: another worker has the file now, or it is being removed. */
export type KeepOutcome = 'kept' | 'gone' | 'failed' | 'store_failed' | null;
