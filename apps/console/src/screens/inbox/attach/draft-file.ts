/** A file that was uploaded but not sent yet. */
export interface DraftFile {
  uploadId: string;
  name: string;
  size: number;
  /** When it was uploaded, in ms since the epoch. */
  at: number;
  /** A recording that is sent as a voice note. */
  isVoice?: boolean;
}

/** The server keeps a file for 7 days; an almost expired one would be refused. */
const KEPT_MS = 6 * 24 * 3_600_000;

/** The file that the browser stored; null if it is unreadable or too old. */
export function readDraftFile(stored: string | null, nowMs: number): DraftFile | null {
  try {
    const { uploadId, name, size, at, isVoice } = JSON.parse(stored ?? '{}');
    if (typeof uploadId !== 'string' || typeof name !== 'string') return null;
    if (typeof size !== 'number' || typeof at !== 'number' || nowMs - at > KEPT_MS) return null;
    return { uploadId, name, size, at, ...(isVoice === true ? { isVoice } : {}) };
  } catch {
    return null;
  }
}
