import { clusterUrl, readPassword } from './cluster.ts';
import { canonicalPath, findRunningServer } from './server-process.ts';

/** URL of the database `parley` of a running embedded server, for its administrator; null when none is running. */
export async function findRunningUrl(directory: string): Promise<string | null> {
  const dataDir = canonicalPath(directory);
  const running = await findRunningServer(dataDir);
  if (running === null || running.port === null) return null;
  return clusterUrl(await readPassword(dataDir), running.port, 'parley');
}
