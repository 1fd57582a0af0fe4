import { verb } from '@parley/bus/verb';
import { erasePerson, eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { CommentsService } from '../service.ts';
import { eraseBatchOfPerson } from './erase.store.ts';

/** Erases a batch of a person's comments and the answers to them (services/accounts runs the job). */
export const eraseCommentsOfPerson = verb(erasePerson.comments, async (service: CommentsService, { person }) => {
  return eraseProgress(await eraseBatchOfPerson(service.database, person, service.now()));
});
