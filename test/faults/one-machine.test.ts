import { runEveryFault } from './run-every-fault.ts';

runEveryFault('one-machine');
