import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const FOLDER = fileURLToPath(new URL('./src/texts/', import.meta.url));
/** Texts of pages that exist in development only. */
const DEVELOPMENT = 'stories.ts';

const paths = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: language }) =>
    readdirSync(join(FOLDER, language))
      .filter((file) => file !== DEVELOPMENT)
      .map((file) => `${language}/${file}`),
  );

/** The scripts of the catalogues, by their path. */
async function scriptsOf(): Promise<[path: string, script: string][]> {
  const read = async (path: string): Promise<[string, string]> => {
    const { module } = await runnerImport<{ default: unknown }>(join(FOLDER, path));
    return [path.replace(/ts$/, 'js'), `export default ${JSON.stringify(module.default)};`];
  };
  return Promise.all(paths.map(read));
}

/**
 * Writes each catalogue as a script of its own into one folder, whose name changes with any text. The scripts of the page
 * know the name of the folder alone: with a name for each language and chunk the first page would grow with each language.
 */
export function catalogues(): Plugin {
  let scripts: [path: string, script: string][] = [];
  let folder = '';
  return {
    name: 'catalogues',
    apply: 'build',
    async config() {
      scripts = await scriptsOf();
      const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('base64url').slice(0, 8);
      folder = `assets/texts-${hash}/`;
      return { define: { 'import.meta.env.TEXTS': JSON.stringify(folder) } };
    },
    generateBundle() {
      for (const [path, source] of scripts) this.emitFile({ type: 'asset', fileName: folder + path, source });
    },
  };
}
