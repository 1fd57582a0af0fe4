import { hostname } from 'node:os';
import { releaseMemory } from '@parley/bus/process/release-memory';
import { explainFailure } from './explain-failure.ts';
import { welcomeText } from './one-machine/print-welcome.ts';
import { showWebhooks } from './one-machine/show-webhooks.ts';
import { startOneMachine } from './one-machine/start-one-machine.ts';
import { readEnvFile } from './read-env-file.ts';

/** Set by the image (bin/parley-container); a container's host name is its id, unless it was given another. */
const container = process.argv.includes('--container') ? hostname() : null;

const print = (line: string): void => console.log(line);

/** When the start began; `npm start` notes it before it builds. */
const startedMs = Number(process.env.STARTED_AT_MS) || Date.now() - performance.now();

try {
  const envFile = readEnvFile();
  if (envFile !== null) print(`Settings are read from ${envFile}; variables that are set already win.`);
  // On a terminal the log appears between lines for a person, so it shows only warnings and errors.
  if (process.stdout.isTTY) process.env.LOG_LEVEL ||= 'warn';
  const parley = await startOneMachine(process.env, print);
  if (parley !== null) {
    const { publicUrl, sandbox, demo, signInPath, adminToken, addPart } = parley;
    print(
      welcomeText({
        publicUrl,
        sandboxUrl: sandbox?.url ?? null,
        demo,
        signInPath,
        adminToken,
        tookMs: Date.now() - startedMs,
        container,
      }),
    );
    if (sandbox && demo) {
      const stopShowing = showWebhooks(sandbox.driver, demo, print);
      addPart('webhooks of the demo', async () => stopShowing());
    }
    releaseMemory();
  }
} catch (error) {
  console.error(explainFailure(error, process.env.PARLEY_DATA_DIR || '.parley'));
  process.exit(1);
}
