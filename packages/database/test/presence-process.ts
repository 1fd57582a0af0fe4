import { holdPresence } from '@parley/database/claims/worker-presence';

// A process that only stays alive: the tests kill and freeze it.
const [url = '', worker = ''] = process.argv.slice(2);
holdPresence({ database: { url }, service: 'test', worker, onLockFailed: (error) => console.error(error) });
