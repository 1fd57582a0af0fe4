import { isLanguage, LANGUAGE_CODES } from '@parley/common/languages/languages';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useLanguage } from '../i18n/language-context.tsx';
import { useTheme } from '../shell/theme-context.tsx';
import { SelectField } from '../ui/fields/field.tsx';

const MODULES = import.meta.glob<Record<string, ComponentType>>('../ui/stories/*.tsx', { eager: true });
const STORIES: ReadonlyMap<string, ComponentType> = new Map(
  Object.values(MODULES)
    .flatMap((module) => Object.entries(module))
    .map(([name, story]) => [name.replace(/Story$/, ''), story] as const)
    .toSorted(([a], [b]) => a.localeCompare(b)),
);

const THEMES = ['light', 'dark'] as const;

/** Lets a developer choose the language and theme of a component; in English only. */
function Looks() {
  const { language, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="Language"
        value={language}
        choices={choicesOf(LANGUAGE_CODES)}
        onChoose={(next) => isLanguage(next) && setLanguage(next)}
      />
      <SelectField
        label="Theme"
        value={theme}
        choices={choicesOf(THEMES)}
        onChoose={(next) => setTheme(next === 'dark' ? 'dark' : 'light')}
      />
    </div>
  );
}

/** The components of `ui`, each with a page of its own. */
export function StoryList() {
  return (
    <main className="grid max-w-xl gap-4 p-6">
      <h1 className="text-xl font-semibold">Components</h1>
      <ul className="grid gap-2 sm:grid-cols-2">
        {[...STORIES.keys()].map((name) => (
          <li key={name}>
            <Link className="font-mono text-accent underline" to="/dev/ui/$name" params={{ name }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** One component in all of its states. */
export function StoryPage() {
  const { name } = useParams({ strict: false });
  const Story = STORIES.get(name ?? '');
  if (!Story) return <StoryList />;
  return (
    <div className="grid gap-6 p-6">
      <header className="grid max-w-xl gap-3">
        <Link className="text-accent underline" to="/dev/ui">
          Components
        </Link>
        <h1 className="font-mono text-lg">{name}</h1>
        <Looks />
      </header>
      <main>
        <Story />
      </main>
    </div>
  );
}
