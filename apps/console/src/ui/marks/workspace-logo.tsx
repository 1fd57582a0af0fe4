interface Props {
  name: string;
  /** Null: the first letter of the name. */
  image: string | null;
}

/** The logo of a workspace; its name is shown next to it. */
export function WorkspaceLogo({ name, image }: Props) {
  if (image !== null)
    return <img src={image} alt="" className="size-7 shrink-0 rounded-lg bg-surface object-contain" />;
  return (
    <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-lg bg-ink font-semibold text-surface">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
