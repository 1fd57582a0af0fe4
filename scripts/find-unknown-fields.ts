/** Reads `value` through a record of which keys were looked at, per object. */
function watch(value: unknown, looked: WeakMap<object, Set<string>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const keys = looked.get(target) ?? new Set();
      if (typeof key === 'string') keys.add(key);
      looked.set(target, keys);
      return watch(Reflect.get(target, key, receiver), looked);
    },
  });
}

function findUnread(value: unknown, looked: WeakMap<object, Set<string>>, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = looked.get(value);
  // The schema does not describe its contents.
  if (keys === undefined) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    keys.has(key) ? findUnread(one, looked, `${path}.${key}`) : [`${path}.${key}`],
  );
}

/**
 * Paths of the fields that a compiled validator never looks at: its schema does not have them. Kubernetes' schemas
 * allow any other field, so that a misspelt one is valid to them.
 */
export function findUnknownFields(value: object, validate: (watched: unknown) => void): string[] {
  const looked = new WeakMap<object, Set<string>>();
  validate(watch(value, looked));
  return findUnread(value, looked, '');
}
