import { ENCODINGS, type Encoding } from './list-built-files.ts';

/** Whether `Accept-Encoding` lists the encoding with a quality above zero. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0+)?$/.test(parameter));
  });

/** The smallest form of a file that exists and that the browser accepts; null for the uncompressed file. */
export const chooseEncoding = (header: string | undefined, existing: readonly Encoding[]): Encoding | null =>
  ENCODINGS.map(([encoding]) => encoding).find(
    (encoding) => existing.includes(encoding) && accepts(header ?? '', encoding),
  ) ?? null;
