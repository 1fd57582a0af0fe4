import type { Fault, FaultProvider } from './define-fault.ts';

/** The properties of a request that decide whether a fault hits it. */
export interface FaultSubject {
  provider: FaultProvider;
  methods: string[];
  path: string;
  to: string | null;
}

/** The armed faults, oldest first. */
export type FaultList = ReturnType<typeof makeFaultList>;

/** Makes an empty list of faults. */
export function makeFaultList() {
  const armed: { id: string; remaining: number; fault: Fault }[] = [];
  let nextId = 1;
  return {
    add(fault: Fault) {
      const id = `fault_${nextId++}`;
      armed.push({ id, remaining: fault.times, fault });
      return id;
    },
    /** The first armed fault that hits the request; uses up one of its hits. */
    take(subject: FaultSubject): Fault | null {
      const index = armed.findIndex(({ fault }) => hits(fault, subject));
      const found = armed[index];
      if (!found) return null;
      found.remaining--;
      if (found.remaining === 0) armed.splice(index, 1);
      return found.fault;
    },
    list: (): { id: string; remaining: number; fault: Fault }[] => armed.map((entry) => ({ ...entry })),
    remove(id: string) {
      const index = armed.findIndex((entry) => entry.id === id);
      if (index < 0) return false;
      armed.splice(index, 1);
      return true;
    },
    size: () => armed.length,
    clear() {
      armed.length = 0;
    },
  };
}

function hits(fault: Fault, subject: FaultSubject): boolean {
  const { method, path, to } = fault.match;
  if (fault.provider !== subject.provider) return false;
  if (method !== undefined && !subject.methods.includes(method.toLowerCase())) return false;
  if (path !== undefined && !subject.path.includes(path)) return false;
  return to === undefined || (subject.to !== null && bare(to) === bare(subject.to));
}

function bare(address: string): string {
  return address.replace(/^\+/, '');
}
