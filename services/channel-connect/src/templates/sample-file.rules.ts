import type { MediaHeader } from '@parley/common/wa-template/template-limits';

/** The types that Meta takes as samples, by their first bytes (docs/reference/wa.md#templates). */
const KINDS: Readonly<
  Record<MediaHeader, readonly { mimeType: string; extension: string; at: number; starts: Buffer }[]>
> = {
  image: [
    { mimeType: 'image/jpeg', extension: 'jpg', at: 0, starts: Buffer.from([0xff, 0xd8, 0xff]) },
    { mimeType: 'image/png', extension: 'png', at: 0, starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  ],
  video: [{ mimeType: 'video/mp4', extension: 'mp4', at: 4, starts: Buffer.from('ftyp') }],
  document: [{ mimeType: 'application/pdf', extension: 'pdf', at: 0, starts: Buffer.from('%PDF-') }],
};

/** The type of a sample for this header, and a name; null when Meta does not take the file there. */
export function sampleKind(header: MediaHeader, bytes: Buffer): { mimeType: string; filename: string } | null {
  const kind = KINDS[header].find(({ at, starts }) => bytes.subarray(at, at + starts.length).equals(starts));
  return kind ? { mimeType: kind.mimeType, filename: `sample.${kind.extension}` } : null;
}

/** What a header takes, for an error. */
export const takenFor = (header: MediaHeader): string => KINDS[header].map(({ extension }) => extension).join(' or ');
