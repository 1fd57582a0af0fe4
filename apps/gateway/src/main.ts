import { releaseMemory } from '@parley/bus/process/release-memory';
import { startProcess, stopOnSignal } from '@parley/bus/process/run-alone';
import { startGateway } from './start-gateway.ts';

const { environment, carrier, logger, metrics, tracing, metricsExport } = await startProcess('gateway');
if (!environment.PARLEY_ADMIN_TOKEN)
  logger.warn('operator-api.disabled', {}, 'PARLEY_ADMIN_TOKEN is not set: nobody can use the operator API.');
const gateway = await startGateway({ environment, carrier, logger, metrics });
logger.info('gateway.started', { url: gateway.url }, 'The gateway accepts connections.');
stopOnSignal(logger, async () => {
  await gateway.close();
  await metricsExport.close();
  await carrier.close();
  await tracing.close();
});
releaseMemory();
