import { readdirSync, readFileSync } from 'node:fs';

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { clips } from '#content/media.ts';
import { Video, type Clip } from '#ui/video.tsx';

/** Sound track handler in an MP4 file. */
const soundTrack = /hdlr.{8}soun/s;
const files = (clip: Clip) =>
  readdirSync('public/media').filter((name) => name.endsWith('.mp4') && `/media/${name}`.startsWith(`${clip.src}.`));
const hasSound = (name: string) => soundTrack.test(readFileSync(`public/media/${name}`, 'latin1'));

test.each(Object.values(clips))(
  'a clip has a sound control only if its files have a sound track: $src',
  (clip: Clip) => {
    expect(files(clip)).toHaveLength(2);
    expect(files(clip).filter((name) => hasSound(name) !== (clip.sound ?? false))).toEqual([]);
    expect(renderToStaticMarkup(<Video clip={clip} />).includes('sound')).toBe(clip.sound ?? false);
  },
);

test('a clip with sound starts muted, with a control to unmute it', () => {
  const html = renderToStaticMarkup(<Video clip={clips.minute} />);
  expect(html).toContain('aria-label="Turn sound on"');
});
