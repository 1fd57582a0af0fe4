/** A file that a provider serves; `declaredBytes` is the size that the provider claims. */
export interface MediaFile {
  id: string;
  mimeType: string;
  filename: string | null;
  bytes: Buffer;
  declaredBytes: number;
}
