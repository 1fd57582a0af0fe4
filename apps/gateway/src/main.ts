import { startProcess, stopOnSignal } from '@parley/bus/run-alone';
import { startGateway } from './start-gateway.ts';

const { environment, carrier, logger, metrics } = await startProcess('gateway');
if (!environment.PARLEY_ADMIN_TOKEN) logger.warn('PARLEY_ADMIN_TOKEN is not set: nobody can use the operator API.');
const gateway = await startGateway({ environment, carrier, logger, metrics });
logger.info({ url: gateway.url }, 'The gateway listens.');
stopOnSignal(logger, async () => {
  await gateway.close();
  await carrier.close();
});
