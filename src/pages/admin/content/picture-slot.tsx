import { useState } from 'react';

import { builtLogo } from '#modules/content/public-site.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { TextAreaField } from '#ui/field.tsx';

import { PictureUpload } from './picture-upload.tsx';

/** Picture of a document, without the text that describes it. */
export type UploadedPicture = {
  src: string;
  width: number;
  height: number;
  widths: number[];
  tone?: 'dark' | undefined;
};

export type ContentPicture = {
  src: string;
  width: number;
  height: number;
  widths?: number[];
  focus?: string;
  tone?: 'dark' | undefined;
  alt: string;
};

const usualWidths = [480];

type SlotProps<P> = {
  title: string;
  value: P;
  path: string;
  issues: Readonly<Record<string, string>>;
  onChange: (value: P) => void;
};

type FrameProps = { title: string; image: ElementChildren; upload: ElementChildren; children: ElementChildren };

function Slot({ title, image, upload, children }: FrameProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <div className="grid grid-cols-[6rem_1fr] gap-4">
        {image}
        <div className="min-w-0">{upload}</div>
      </div>
      {children}
    </fieldset>
  );
}

/** Picture with the text that describes it. A new file takes its place and needs a new text. */
export function PictureSlot({ title, value, path, issues, onChange }: SlotProps<ContentPicture>) {
  /** Text when the file was chosen. It describes the picture before, so it goes with it. */
  const [altBefore, setAltBefore] = useState('');
  const { src, widths = usualWidths, width, height, alt } = value;
  const id = `content-${path}`;
  const upload = (
    <PictureUpload<UploadedPicture>
      id={id}
      use="picture"
      isReplacing={src !== ''}
      issue={issues[`${path}.src`]}
      onChoose={() => setAltBefore(alt)}
      onUploaded={(picture) => onChange({ ...picture, alt: alt === altBefore ? '' : alt })}
    />
  );
  const image = src !== '' && (
    <img
      src={`${src}-${widths[0] ?? 480}.avif`}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      className="size-24 rounded-xl bg-blush object-cover"
    />
  );
  return (
    <Slot title={title} image={image || <span className="size-24 rounded-xl bg-blush" />} upload={upload}>
      <div className="mt-2">
        <TextAreaField
          id={`${id}.alt`}
          label="Alt text (describes the image for people who can’t see it)"
          rows={2}
          value={alt}
          error={issues[`${path}.alt`]}
          onChange={({ target }) => onChange({ ...value, alt: target.value })}
        />
      </div>
    </Slot>
  );
}

export type ContentLogo = { src: string; width: number; height: number };

type LogoSlotProps = SlotProps<ContentLogo> & { use: 'logo' | 'icon' };

/** Built-in logo or icon by the path of its field. Other fields have none. */
const builtIn: Readonly<Record<string, string>> = {
  'logo.onLight': builtLogo.onLight.src,
  'logo.onDark': builtLogo.onDark.src,
  'logo.icon': '/favicon.svg',
};

/** Logo or icon, which goes back to the built-in one when it is taken out. */
export function LogoSlot({ title, value, path, issues, onChange, use }: LogoSlotProps) {
  const { src } = value;
  const upload = (
    <PictureUpload<ContentLogo>
      id={`content-${path}`}
      use={use}
      isReplacing={src !== ''}
      issue={issues[`${path}.src`]}
      onUploaded={onChange}
    />
  );
  const shown = src || builtIn[path];
  const frame = `size-24 rounded-xl border border-line object-contain p-2 ${path.endsWith('onDark') ? 'bg-ink' : 'bg-cream'}`;
  const image =
    shown === undefined ? <span className={frame} /> : <img src={shown} alt="" loading="lazy" className={frame} />;
  return (
    <Slot title={title} image={image} upload={upload}>
      {src === '' ? null : (
        <button
          type="button"
          className="min-h-11 text-berry underline underline-offset-4 hover:text-wine"
          onClick={() => onChange({ ...value, src: '' })}
        >
          {path in builtIn ? `Use the built-in ${use}` : `Remove the ${use}`}
        </button>
      )}
    </Slot>
  );
}
