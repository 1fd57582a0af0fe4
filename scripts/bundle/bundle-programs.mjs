import { chmod, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { escapeNonAscii } from './escape-non-ascii.mjs';
import { keepModuleUrls } from './keep-module-urls.mjs';
import { asFirstModule, startWithStackTraces } from './start-with-stack-traces.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Loaded from node_modules while the program runs: the client of linked devices, with the GPL's libsignal below it (ADR 4), which most
 * processes never load; native code; Prisma's query compilers, 5 MB that every bundle would repeat; and peers of Nest that are not installed.
 */
const EXTERNAL = [
  /^(baileys|libsignal)(\/|$)/,
  /^@node-rs\//,
  /^@prisma\/client\/runtime\/query_compiler/,
  /^(amqp-connection-manager|class-transformer|class-validator|ioredis|kafkajs|mqtt)(\/|$)/,
  /^@nestjs\/(platform-express|websockets)(\/|$)/,
];

/** A build that leaves something out must fail, instead of the process that starts from it. */
function report(level, log, print) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  print(level, log);
}

/**
 * Bundles programs, by the name of the file that each becomes below `out`, and lists the modules in each file in
 * `modules.json`. Code that several of them share, or that a program imports while it runs, becomes a separate file.
 */
export async function bundle({ programs, out }) {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, asFirstModule(path)])),
    cwd: ROOT,
    platform: 'node',
    external: EXTERNAL,
    resolve: { conditionNames: ['source', 'node'] },
    tsconfig: join(ROOT, 'tsconfig.base.json'),
    plugins: [startWithStackTraces, keepModuleUrls(ROOT, out)],
    onLog: report,
  });
  const { output } = await build.write({
    dir: out,
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name]-[hash].js',
    // Logs and Nest name classes.
    keepNames: true,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  // A plugin would be too early: dead-code removal runs later and prints the characters unescaped.
  for (const { fileName, code } of chunks) {
    await writeFile(join(out, fileName), escapeNonAscii(code));
    if (code.startsWith('#!')) await chmod(join(out, fileName), 0o755);
  }
  const modules = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map((id) => relative(ROOT, id))]);
  await writeFile(join(out, 'modules.json'), JSON.stringify(Object.fromEntries(modules), null, 1));
  await build.close();
}
