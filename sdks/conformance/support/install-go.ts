import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, ROOT, run } from './language.ts';
import { ensureGo } from './programs.ts';

const VERSION = 'v1.0.0';

/** Fills a folder that serves as the proxy of modules. */
export async function packGo(proxy: string): Promise<void> {
  await run(await ensureGo(), ['run', 'pack.go', proxy, VERSION], { cwd: join(ROOT, 'sdks/go') });
}

/** Installs the module from its archive, through a folder that serves as the proxy of modules: nothing is loaded. */
export async function installGo(folder: string): Promise<Command> {
  const go = await ensureGo();
  const proxy = join(folder, 'proxy');
  const home = join(folder, 'application');
  await mkdir(home);
  const env = {
    ...process.env,
    GOFLAGS: '-mod=mod -modcacherw',
    GOMODCACHE: join(folder, 'modules'),
    GOPROXY: pathToFileURL(proxy).href,
    GONOSUMDB: '*',
    GOWORK: 'off',
  };
  await packGo(proxy);
  await copyFile(join(ROOT, 'sdks/conformance/drivers/go/main.go'), join(home, 'main.go'));
  await run(go, ['mod', 'init', 'application'], { cwd: home, env });
  await run(go, ['get', `parley.example/sdk@${VERSION}`], { cwd: home, env });
  await run(go, ['build', '-o', 'driver', '.'], { cwd: home, env });
  return [join(home, 'driver')];
}
