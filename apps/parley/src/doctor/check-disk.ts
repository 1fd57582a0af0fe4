import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { readFreeDisk } from '@parley/notifications/planning/read-free-disk.client';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const MB = 1_048_576;

async function checkDirectory(directory: string, leastMb: number): Promise<Found> {
  const freeBytes = await readFreeDisk(directory);
  if (freeBytes === null) return skipped(`${directory} does not exist yet.`);
  const freeMb = Math.floor(freeBytes / MB);
  if (freeMb < leastMb)
    return warning(
      `${freeMb} MB are free on the disk of ${directory}; PARLEY_DISK_ALERT_MB is ${leastMb}.`,
      'Free some space, enlarge the disk, or set PARLEY_RETENTION_DAYS or PARLEY_MEDIA_KEEP_DAYS.',
    );
  await access(directory, constants.W_OK);
  return ok(`${freeMb} MB are free on the disk of ${directory}.`);
}

/** Free space, and the right to write, where Parley stores data. */
export async function checkDisk({ environment }: Patient): Promise<Found[]> {
  const { PARLEY_DATA_DIR: data, PARLEY_UPLOAD_DIR: given, PARLEY_UPLOAD_S3_URL: store } = environment;
  const uploads = store ? [] : [given ?? join(data, 'uploads')];
  return Promise.all(
    [...new Set([data, ...uploads])].map((directory) =>
      checkDirectory(directory, environment.PARLEY_DISK_ALERT_MB).catch((error: unknown) =>
        failure(
          `${directory} cannot be used: ${reasonOf(error)}.`,
          'Give the user of Parley the right to write there.',
        ),
      ),
    ),
  );
}
