import { Link } from 'react-router';

import { Part } from '#ui/heading.tsx';

type TextLink = { to: string; label: string };
type Text = string | readonly (string | TextLink)[];

type Block = Text | { list: readonly Text[] };

/** Section of blocks, with links inside sentences. */
export type Section = { id: string; title: string; blocks: readonly Block[] };

/** Sentence with links. */
function RichText({ text }: { text: Text }) {
  if (typeof text === 'string') return <span>{text}</span>;
  return text.map((part, index) =>
    typeof part === 'string' ? (
      <span key={index}>{part}</span>
    ) : (
      <Link key={index} to={part.to} className="text-berry underline underline-offset-4 hover:decoration-2">
        {part.label}
      </Link>
    ),
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'object' && 'list' in block) {
    return (
      <ul className="space-y-2.5">
        {block.list.map((text, index) => (
          <li
            key={index}
            className="relative pl-6 before:absolute before:left-1 before:top-[0.65em] before:size-1.5 before:rounded-full before:bg-gold"
          >
            <RichText text={text} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <RichText text={block} />
    </p>
  );
}

/** Sections with headings, in a readable width. Each can be linked to by its id. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="max-w-[65ch] space-y-12">
      {sections.map(({ id, title, blocks }) => (
        <Part key={id} id={id} title={title} heading="mb-4 text-3xl md:text-4xl" className="break-inside-avoid-page">
          <div className="space-y-4">
            {blocks.map((block, index) => (
              <BlockView key={index} block={block} />
            ))}
          </div>
        </Part>
      ))}
    </div>
  );
}
