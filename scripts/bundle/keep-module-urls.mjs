import { dirname, join, relative, sep } from 'node:path';

const TOKEN = /"module-url:([^"]+)"/g;
const SOURCE = /^((?:packages|services|apps)\/[^/]+)\/src\/(.+)\.ts$/;

/**
 * Keeps the value of `import.meta.url` that a module has when it is compiled alone: of `services/x/src/a/b.ts`, the
 * address of `services/x/dist/a/b.js`. Files that a module finds relative to itself (assets, programs of threads,
 * packages) are therefore found from every bundle.
 */
export function keepModuleUrls(root, out) {
  return {
    name: 'keep-module-urls',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const path = relative(root, id).replace(SOURCE, '$1/dist/$2.js');
        return { code: code.replaceAll('import.meta.url', JSON.stringify(`module-url:${path}`)), map: null };
      },
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('"module-url:')) return null;
      const folder = dirname(join(out, fileName));
      const addressOf = (_, path) => {
        const found = relative(folder, join(root, path)).split(sep).join('/');
        return `new URL(${JSON.stringify(found)}, import.meta.url).href`;
      };
      return { code: code.replace(TOKEN, addressOf), map: null };
    },
  };
}
