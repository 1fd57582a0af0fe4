import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies a file or folder to the same place below another root. Throws where it does not exist. */
export function copyTo(root, out, path, options = {}) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing: the image needs it.`);
  mkdirSync(dirname(join(out, path)), { recursive: true });
  cpSync(join(root, path), join(out, path), { recursive: true, verbatimSymlinks: true, ...options });
}
