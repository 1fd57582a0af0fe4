import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { mutate, mutateOnLeaving } from '../../../api/call-gateway.ts';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import { useLivePages } from '../../../live/live-context.tsx';
import { useBeforeSignOut } from '../../../shell/session/before-sign-out.ts';
import { newKey } from '../compose/new-key.ts';

export type PresentPerson = OutputOf<'report-presence'>['people'][number];
type Doing = InputOf<'report-presence'>['doing'];

/** A gateway forgets a silent tab after 25 s, and its writing after 8 s. */
const REPORT_EVERY_MS = 10_000;
const WRITING_EVERY_MS = 3000;
/** Conversations that are only passed on the way through the list are not reported. */
const PASSING_MS = 300;

const tab = newKey();
let seq = 0;
const reportOf = (id: number, doing: Doing): InputOf<'report-presence'> => ({ id, tab, seq: ++seq, doing });

export interface Presence {
  /** The other people at the conversation. */
  others: readonly PresentPerson[];
  /** Handler of input events in the fields below. */
  noteInput(event: FormEvent<HTMLElement>): void;
}

const NOBODY: readonly PresentPerson[] = [];
const isWritten = ({ target }: FormEvent<HTMLElement>): boolean =>
  !(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) || target.value.trim() !== '';

/**
 * Reports presence at a conversation while the tab is visible, and receives that of others
 * (docs/reference/console.md#presence).
 */
export function usePresence(id: number): Presence {
  const [others, setOthers] = useState(NOBODY);
  const told = useRef<{ doing: Doing; atMs: number }>({ doing: 'left', atMs: 0 });

  const report = useCallback(
    (doing: 'looking' | 'writing'): void => {
      told.current = { doing, atMs: Date.now() };
      mutate('report-presence', reportOf(id, doing)).then(
        ({ people }) => told.current.doing !== 'left' && setOthers(people),
        // The others are unknown then, and none are shown.
        () => setOthers(NOBODY),
      );
    },
    [id],
  );
  const leave = useCallback((): Promise<void> => {
    if (told.current.doing === 'left') return Promise.resolve();
    told.current = { doing: 'left', atMs: Date.now() };
    setOthers(NOBODY);
    return mutateOnLeaving('report-presence', reportOf(id, 'left'));
  }, [id]);
  // After sign-out the gateway would refuse it.
  useBeforeSignOut(leave);

  useEffect(() => {
    const look = (): void => (document.hidden ? void leave() : report('looking'));
    const go = (): void => void leave();
    const start = setTimeout(look, PASSING_MS);
    const clock = setInterval(() => {
      if (!document.hidden && Date.now() - told.current.atMs >= WRITING_EVERY_MS) report('looking');
    }, REPORT_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', go);
    return () => {
      clearTimeout(start);
      clearInterval(clock);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', go);
      go();
    };
  }, [report, leave]);
  useLivePages(({ presence = [] }) => {
    const found = presence.find(({ conversation_id }) => conversation_id === id);
    if (found && told.current.doing !== 'left') setOthers(found.people);
  });

  return {
    others,
    noteInput(event) {
      const doing = isWritten(event) ? 'writing' : 'looking';
      const { doing: before, atMs } = told.current;
      if (doing !== before || (doing === 'writing' && Date.now() - atMs >= WRITING_EVERY_MS)) report(doing);
    },
  };
}
