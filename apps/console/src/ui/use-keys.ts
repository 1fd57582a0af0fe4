import { useList } from '../api/use-operations.ts';

const KEYS = 200;

/** The keys of the workspace, as the choices of a filter, and their names by id. */
export function useKeys() {
  const { data = [] } = useList('list-keys', { limit: KEYS });
  return {
    choices: data.map(({ instance_id, label }) => ({ value: instance_id, text: label })),
    nameOf: (id: string): string => data.find(({ instance_id }) => instance_id === id)?.label ?? id,
  };
}
