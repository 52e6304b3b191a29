import { classes } from '#ui/classes.ts';
import { CameraIcon, FilmIcon, NoteIcon, ScreenIcon } from '#ui/media-icons.tsx';
import { Video, type Clip } from '#ui/video.tsx';

import type { Platform, Voice } from './landing-proof.ts';

const platforms = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube', other: 'Video' };
const icons = { instagram: CameraIcon, tiktok: NoteIcon, youtube: ScreenIcon, other: FilmIcon };

function PlatformBadge({ platform }: { platform: Platform }) {
  const Icon = icons[platform];
  return (
    <span className="absolute left-3 top-3 flex items-center gap-1.5 rounded-full bg-white/90 py-1 pl-2 pr-3 text-xs">
      <Icon className="size-4 text-berry" />
      <span>{platforms[platform]}</span>
    </span>
  );
}

type ClipCardProps = {
  item: { clip: Clip; caption: string };
  /** Shown if the clip cannot be loaded. */
  fallback: string;
  voice: Voice | undefined;
  /** Plays muted while in view. */
  loops?: boolean;
  className?: string;
};

/** Clip with its caption, its creator and their platform. */
export function ClipCard({ item: { clip, caption }, fallback, voice, loops, className }: ClipCardProps) {
  return (
    <figure className={className}>
      <div className="relative">
        <Video
          clip={clip}
          loops={loops}
          fallback={<p className="px-6 text-center text-soft">{fallback}</p>}
          className="aspect-[9/16] w-full rounded-card bg-petal"
        />
        <PlatformBadge platform={voice?.platform ?? 'other'} />
      </div>
      <figcaption className="mt-2 text-center leading-snug">
        {voice === undefined ? null : <span className="block font-medium">{voice.username}</span>}
        <span className={classes('block', voice !== undefined && 'truncate text-sm text-soft')}>{caption}</span>
      </figcaption>
    </figure>
  );
}
