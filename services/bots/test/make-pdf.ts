import { deflateSync } from 'node:zlib';

export interface PdfParts {
  /** Drawing operators of each page. */
  pages: readonly Buffer[];
  /** Filter of the pages' streams: `/Filter /FlateDecode`. */
  filter?: string;
  /** Further entries of the trailer. */
  trailer?: string;
}

/** Draws lines of text. */
export const drawText = (...lines: string[]): Buffer =>
  Buffer.from(`BT /F1 12 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ')} ET`);

/** Compresses a repeated text. */
export function pack(text: string, times: number): Buffer {
  return deflateSync(Buffer.alloc(text.length * times, text), { level: 9 });
}

/** A PDF of these pages. */
export function makePdf({ pages, filter = '', trailer = '' }: PdfParts): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const bodies: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...pages.flatMap((page, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${page.length} ${filter} >>\nstream\n`),
        page,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let at = 9;
  bodies.forEach((body, index) => {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += object.length;
    parts.push(object);
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
