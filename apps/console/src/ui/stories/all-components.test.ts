import { expect, test } from 'vitest';

/** Modules by their exports; a component is a function whose name begins with a capital. */
type Modules = Record<string, Record<string, unknown>>;
const COMPONENTS: Modules = import.meta.glob(['../*.tsx', '../*/*.tsx', '!../stories/*'], { eager: true });
const STORIES: Modules = import.meta.glob('./*.tsx', { eager: true });

const namesIn = (modules: Modules): string[] =>
  Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === 'function')
    .map(([name]) => name);

const told = namesIn(STORIES);
/** Components that are empty until a gateway answers; `test/browser` opens them in the console. */
const ASK_THE_GATEWAY = ['DeliveryList', 'DeliveryPanel', 'PhoneFrame'];

test('finds components', () => {
  expect(namesIn(COMPONENTS)).toContain('Button');
});

test.each(namesIn(COMPONENTS).filter((name) => !ASK_THE_GATEWAY.includes(name)))('%s has a story', (name) => {
  expect(told).toContain(`${name}Story`);
});
