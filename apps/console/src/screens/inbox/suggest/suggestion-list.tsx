import type { Suggesting, Suggestion } from './use-suggestions.ts';

interface Props<T extends Suggestion> {
  of: Suggesting<T>;
  label: string;
  /** In place of options. */
  empty: string;
  /** How many there are, for screen readers. */
  count: string;
}

/** The options below the text field that they are for; the focus stays in the field. */
export function SuggestionList<T extends Suggestion>({ of, label, empty, count }: Props<T>) {
  const { id, items, chosen, choose, pick } = of;
  return (
    <div className="grid gap-0.5 rounded-lg border border-line bg-surface p-1 shadow-float">
      <div id={id} role="listbox" aria-label={label} className="grid max-h-64 gap-0.5 overflow-y-auto">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => choose(index)}
            // The field keeps the focus and its selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(item)}
            className="grid min-h-10 cursor-pointer content-center rounded-lg px-3 aria-selected:bg-accent-soft"
          >
            <span className="truncate">
              <bdi>{item.title}</bdi>
            </span>
            {item.detail !== undefined && (
              <span className="truncate text-sm text-muted">
                <bdi>{item.detail}</bdi>
              </span>
            )}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className="px-3 py-1 text-sm text-muted">{empty}</p>}
      <p role="status" className="sr-only">
        {items.length === 0 ? empty : count}
      </p>
    </div>
  );
}
