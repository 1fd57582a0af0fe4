export const THREAD_OWNERS = ['ours', 'theirs', 'idle'] as const;

/** The owner of a thread, seen from the app of the deployment. */
export interface SharedThread {
  owner: (typeof THREAD_OWNERS)[number];
  mayTake: boolean;
}

/** A thread before another app is seen. */
export const UNSHARED: SharedThread = { owner: 'ours', mayTake: false };
