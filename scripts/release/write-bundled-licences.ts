import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const NOTICES = 'THIRD-PARTY-LICENSES.txt';
const Modules = z.record(z.string(), z.array(z.string()));
const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

function noticeOf(root: string, folder: string): string {
  const { name, version, license } = Manifest.parse(
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  );
  const texts = readdirSync(join(root, folder))
    .filter((file) => LICENCE.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} is bundled, and has no licence file.`);
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

/** Writes the licences of the packages that a bundle contains, which require it of copies; returns the files' names. */
export function writeBundledLicences(root: string, source: string, target: string): string[] {
  const modules = join(source, 'dist/modules.json');
  if (!existsSync(modules)) return [];
  const ids = Object.values(Modules.parse(JSON.parse(readFileSync(modules, 'utf8')))).flat();
  const folders = new Set(ids.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []));
  const notices = [...folders].toSorted().map((folder) => noticeOf(root, folder));
  writeFileSync(join(target, NOTICES), notices.join(`\n${'-'.repeat(80)}\n\n`));
  return [NOTICES];
}
