import { parseEnvironment } from '@parley/runtime/environment';
import { migrate } from './migrate.ts';

const { DATABASE_URL: url } = parseEnvironment(process.env);
if (!url) throw new Error('DATABASE_URL: set it to the PostgreSQL database to migrate.');
const applied = await migrate(url);
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
