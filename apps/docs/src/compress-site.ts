import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|html|json|txt|md|ts)$/;
/** Quality 11 takes ten times as long for 4 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.br` and a `.gz` next to each text file of the site, so that the gateway compresses nothing itself. */
export async function compressSite(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    texts.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const body = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(body, BROTLI));
      await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
    }),
  );
}
