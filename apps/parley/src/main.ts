import { releaseMemory } from '@parley/bus/release-memory';
import { explainFailure } from './explain-failure.ts';
import { welcomeText } from './one-machine/print-welcome.ts';
import { showWebhooks } from './one-machine/show-webhooks.ts';
import { startOneMachine } from './one-machine/start-one-machine.ts';

const startedMs = performance.now();
try {
  const parley = await startOneMachine(process.env, (line) => console.log(line));
  if (parley !== null) {
    const { publicUrl, sandbox, demo, signInPath, adminToken, addPart } = parley;
    console.log(
      welcomeText({
        publicUrl,
        sandboxUrl: sandbox?.url ?? null,
        demo,
        signInPath,
        adminToken,
        tookMs: performance.now() - startedMs,
      }),
    );
    if (sandbox && demo) {
      const stopShowing = showWebhooks(sandbox.driver, demo, (line) => console.log(line));
      addPart('webhooks of the demo', async () => stopShowing());
    }
    releaseMemory();
  }
} catch (error) {
  console.error(explainFailure(error, process.env.PARLEY_DATA_DIR || '.parley'));
  process.exit(1);
}
