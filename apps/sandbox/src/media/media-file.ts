/** A file that a provider serves; `declaredBytes` is what the provider claims it measures. */
export interface MediaFile {
  id: string;
  mimeType: string;
  filename: string | null;
  bytes: Buffer;
  declaredBytes: number;
}
