import { runEveryFault } from './run-every-fault.ts';

runEveryFault('cluster');
