import { useRef } from 'react';

import type { FieldSchema } from '#modules/content/document-fields.schema.ts';
import { Button, IconButton } from '#ui/button.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { Field, Options, SelectField, TextAreaField } from '#ui/field.tsx';
import { icon, TrashIcon } from '#ui/icons.tsx';
import { RichTextEditor } from '#ui/rich-text-editor.tsx';

import { entryKey, withEdited } from './entry-keys.ts';
import { LogoSlot, PictureSlot, type ContentLogo, type ContentPicture } from './picture-slot.tsx';

const ArrowUpIcon = icon(<path d="M12 19V5m-6 6 6-6 6 6" />);
const ArrowDownIcon = icon(<path d="M12 5v14m6-6-6 6-6-6" />);

export type FieldProps = {
  schema: FieldSchema;
  value: unknown;
  /** Place of the value in the document: 'hero.title'. */
  path: string;
  issues: Readonly<Record<string, string>>;
  onChange: (value: unknown) => void;
};

type Entry = Record<string, unknown>;

const entryOf = (value: unknown): Entry => (typeof value === 'object' && value !== null ? (value as Entry) : {});

/** Fields that do not name their entry. */
const unnamed = new Set(['icon', 'id', 'src', 'focus']);

/** Text that names an entry of a list: its first by the schema. Stored fields are unsorted. */
function nameOf(value: unknown, schema: FieldSchema): string {
  if (typeof value === 'string') return value;
  const fields = entryOf(value);
  const names = Object.keys(schema.properties ?? {}).filter((name) => !unnamed.has(name));
  return names.map((name) => fields[name]).find((text) => typeof text === 'string') ?? '';
}

/** Value for a new entry of a list. */
function emptyValue(schema: FieldSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => emptyValue(schema.items ?? {}));
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(properties.map(([name, inner]) => [name, emptyValue(inner)]));
  }
  return schema.type === 'integer' ? (schema.minimum ?? 0) : '';
}

function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from] as T, ...rest.slice(to)];
}

type MoveProps = { name: string; index: number; count: number; onMove: (to: number) => void };

/** Buttons that move an entry. The one at its end stays focusable. */
function MoveButtons({ name, index, count, onMove }: MoveProps) {
  const to = (target: number) => {
    if (target >= 0 && target < count) onMove(target);
  };
  return (
    <>
      <IconButton label={`Move ${name} up`} aria-disabled={index === 0} onClick={() => to(index - 1)}>
        <ArrowUpIcon />
      </IconButton>
      <IconButton label={`Move ${name} down`} aria-disabled={index === count - 1} onClick={() => to(index + 1)}>
        <ArrowDownIcon />
      </IconButton>
    </>
  );
}

/** Focuses the same button of an entry that has moved, once it is at its place. */
function useFollowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const follow = (to: number, way: number) =>
    requestAnimationFrame(() => {
      const entry = list.current?.children.item(to);
      entry?.querySelectorAll<HTMLElement>(':scope > [data-buttons] button').item(way)?.focus();
    });
  /** Unfolds a new entry. */
  const openLast = () =>
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('details')?.setAttribute('open', ''));
  return { list, follow, openLast };
}

/** Entries with more fields are folded, and one is open at a time. */
const maxUnfolded = 5;

type EntryProps = { name: string; group: string; children: ElementChildren };

function FoldedEntry({ name, group, children }: EntryProps) {
  return (
    <details name={group}>
      <summary className="min-h-11 cursor-pointer py-2 font-medium wrap-anywhere">{name}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}

function ListField({ schema, value, path, issues, onChange }: FieldProps) {
  const { list, follow, openLast } = useFollowFocus();
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const { items: item = {}, itemName = 'entry', minItems = 0, maxItems = 99 } = schema;
  const isFixed = minItems === maxItems;
  const takesNew = !isFixed && item.properties?.clip === undefined;
  const isFolded = item.format === undefined && Object.keys(item.properties ?? {}).length > maxUnfolded;
  const move = (from: number, to: number) => {
    onChange(moved(items, from, to));
    follow(to, to < from ? 0 : 1);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{schema.title}</legend>
      {issues[path] === undefined ? null : <p className="text-sm text-berry">{issues[path]}</p>}
      <ol ref={list} className="space-y-3">
        {items.map((one, index) => {
          const key = entryKey(one, index);
          const entryName = nameOf(one, item) || `${itemName} ${index + 1}`;
          const name = `“${entryName.slice(0, 40)}”`;
          const field = (
            <ContentField
              schema={item}
              value={one}
              path={`${path}.${index}`}
              issues={issues}
              onChange={(next) => onChange(withEdited(items, key, next))}
            />
          );
          return (
            // An upload and an unfolded entry move with their entry.
            <li key={key} data-path={`${path}.${index}`} className="rounded-xl border border-line bg-cream/50 p-3">
              {isFixed ? null : (
                <div data-buttons className="-mt-1 mb-1 flex items-center justify-end">
                  <span className="mr-auto text-sm text-soft">{`${index + 1} of ${items.length}`}</span>
                  <MoveButtons name={name} index={index} count={items.length} onMove={(to) => move(index, to)} />
                  <IconButton
                    label={`Remove ${name}`}
                    aria-disabled={items.length <= minItems}
                    onClick={() => {
                      if (items.length > minItems) onChange(items.filter((_, at) => at !== index));
                    }}
                  >
                    <TrashIcon />
                  </IconButton>
                </div>
              )}
              {isFolded ? (
                <FoldedEntry name={entryName} group={path}>
                  {field}
                </FoldedEntry>
              ) : (
                field
              )}
            </li>
          );
        })}
      </ol>
      {takesNew && items.length < maxItems ? (
        <Button
          look="second"
          className="mt-3 min-h-11 px-5 py-2"
          onClick={() => {
            onChange([...items, emptyValue(item)]);
            openLast();
          }}
        >
          {`Add ${itemName}`}
        </Button>
      ) : null}
    </fieldset>
  );
}

type Section = { id: string; hidden: boolean };

/** Order and visibility of a page's sections. */
function SectionsField({ schema, value, onChange }: FieldProps) {
  const { list, follow } = useFollowFocus();
  const sections = value as Section[];
  const labels = schema.labels ?? {};
  return (
    <ol ref={list} className="divide-y divide-line">
      {sections.map(({ id, hidden }, index) => {
        const name = labels[id] ?? id;
        const isRequired = schema.required?.includes(id) === true;
        return (
          <li key={id} className="flex items-center gap-1">
            <label className="flex min-h-11 flex-1 items-center gap-3">
              <input
                type="checkbox"
                checked={!hidden}
                disabled={isRequired}
                onChange={({ target }) =>
                  onChange(sections.map((one) => (one.id === id ? { id, hidden: !target.checked } : one)))
                }
                className="size-5 shrink-0 accent-berry"
              />
              <span>{isRequired ? `${name} (always shown)` : name}</span>
            </label>
            <div data-buttons className="flex">
              <MoveButtons
                name={name}
                index={index}
                count={sections.length}
                onMove={(to) => {
                  onChange(moved(sections, index, to));
                  follow(to, to < index ? 0 : 1);
                }}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function TextField({ schema, value, path, issues, onChange }: FieldProps) {
  const field = {
    id: `content-${path}`,
    label: schema.title ?? '',
    error: issues[path],
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    ...(schema.placeholders === undefined || schema.placeholders.length === 0
      ? {}
      : { hint: `You can use {${schema.placeholders.join('}, {')}}` }),
  };
  const text = (event: { target: { value: string } }) => onChange(event.target.value);
  if (schema.enum !== undefined) {
    return (
      <SelectField {...field} onChange={text}>
        <Options options={schema.enum.map((one) => ({ value: one, label: schema.labels?.[one] ?? one }))} />
      </SelectField>
    );
  }
  if (schema.type === 'integer') {
    return (
      <Field
        {...field}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onChange(/^\d+$/.test(target.value) ? Number(target.value) : null)}
      />
    );
  }
  if (schema.format === 'rich-text') {
    return (
      <RichTextEditor id={field.id} label={field.label} error={field.error} value={field.value} onChange={onChange} />
    );
  }
  if (schema.format === 'paragraph') {
    return (
      <TextAreaField {...field} rows={Math.min(12, Math.max(2, Math.ceil(field.value.length / 45)))} onChange={text} />
    );
  }
  return <Field {...field} type={schema.format === 'date' ? 'date' : 'text'} autoComplete="off" onChange={text} />;
}

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** Color as a text, with the browser's color picker before it. */
function ColorField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const color = typeof value === 'string' ? value.trim() : '';
  return (
    <div className="flex items-start gap-3">
      <input
        type="color"
        aria-label={`Pick ${schema.title}`}
        value={isColor(color) ? color.toLowerCase() : '#000000'}
        onChange={({ target }) => onChange(target.value)}
        className="mt-6 size-12 shrink-0 cursor-pointer rounded-xl border border-soft/70 bg-white p-1"
      />
      <div className="min-w-0 flex-1">
        <TextField {...props} />
      </div>
    </div>
  );
}

/** Field of a document by its schema: a text, a number, a choice, a picture, a list or a group. */
export function ContentField(props: FieldProps) {
  const { schema, value, path, issues, onChange } = props;
  if (schema.format === 'sections') return <SectionsField {...props} />;
  if (schema.format === 'picture') {
    return (
      <PictureSlot
        title={schema.title ?? ''}
        value={value as ContentPicture}
        path={path}
        issues={issues}
        onChange={onChange}
      />
    );
  }
  if (schema.format === 'logo' || schema.format === 'icon') {
    return (
      <LogoSlot
        title={schema.title ?? ''}
        use={schema.format}
        value={value as ContentLogo}
        path={path}
        issues={issues}
        onChange={onChange}
      />
    );
  }
  if (schema.format === 'color') return <ColorField {...props} />;
  if (schema.format === 'clip') {
    const { src, text } = value as { src: string; text: string };
    return <img src={`${src}-poster.jpg`} alt={text} loading="lazy" className="h-28 rounded-xl" />;
  }
  if (schema.type === 'array') return <ListField {...props} />;
  if (schema.type !== 'object') return <TextField {...props} />;
  const fields = entryOf(value);
  return (
    <div className="space-y-4">
      {Object.entries(schema.properties ?? {}).map(([name, inner]) =>
        name === 'id' ? null : (
          <ContentField
            key={name}
            schema={inner}
            value={fields[name]}
            path={path === '' ? name : `${path}.${name}`}
            issues={issues}
            onChange={(next) => onChange({ ...fields, [name]: next })}
          />
        ),
      )}
    </div>
  );
}
