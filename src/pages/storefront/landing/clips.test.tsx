import { readdirSync, readFileSync } from 'node:fs';

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { clips } from '#content/media.ts';
import { Video, type Clip } from '#ui/video.tsx';

/** The sort of a sound track, as an MP4 file names it. */
const soundTrack = /hdlr.{8}soun/s;
const files = (clip: Clip) =>
  readdirSync('public/media').filter((name) => name.endsWith('.mp4') && `/media/${name}`.startsWith(`${clip.src}.`));
const isHeard = (name: string) => soundTrack.test(readFileSync(`public/media/${name}`, 'latin1'));

test.each(Object.values(clips))(
  'there is a control for the sound of a clip only if it can be heard: $src',
  (clip: Clip) => {
    expect(files(clip)).toHaveLength(2);
    expect(files(clip).filter((name) => isHeard(name) !== (clip.sound ?? false))).toEqual([]);
    expect(renderToStaticMarkup(<Video clip={clip} />).includes('sound')).toBe(clip.sound ?? false);
  },
);

test('a clip with sound begins muted, with a control that turns it on', () => {
  const html = renderToStaticMarkup(<Video clip={{ ...clips.calm, sound: true }} />);
  expect(html).toContain('aria-label="Turn sound on"');
});
