import type { EraseProgress, erasePerson } from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { CommentsService } from '../service.ts';
import { eraseBatchOfPerson } from '../storage/erase-store.ts';

/** Erases a batch of a person's comments and the answers to them (services/accounts runs the job). */
export async function eraseCommentsOfPerson(
  service: CommentsService,
  { person }: InputOf<(typeof erasePerson)['comments']>,
): Promise<EraseProgress> {
  return eraseProgress(await eraseBatchOfPerson(service.database, person, service.now()));
}
