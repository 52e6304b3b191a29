import { useEffect, useRef, useState, type ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { PauseIcon, PlayIcon, SoundIcon, SoundOffIcon } from './media-icons.tsx';

/**
 * Clip with its poster.
 * `src` has no file extension, `text` describes the picture, `sound` says that it is audible.
 */
export type Clip = { src: string; width: number; height: number; text: string; sound?: true };

let playingVideo: HTMLVideoElement | null = null;

/** Ensures that only one video plays: a video that starts pauses the previous one. */
function takeStage(video: HTMLVideoElement): void {
  if (playingVideo !== null && playingVideo !== video) playingVideo.pause();
  playingVideo = video;
}

const stillness = '(prefers-reduced-motion: reduce)';

const isAnotherPlaying = () => playingVideo !== null && !playingVideo.paused;

function Poster({ clip }: { clip: Clip }) {
  return (
    <picture>
      <source type="image/avif" srcSet={`${clip.src}-poster.avif`} />
      <img
        src={`${clip.src}-poster.jpg`}
        alt={clip.text}
        width={clip.width}
        height={clip.height}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  );
}

type PlayerProps = {
  clip: Clip;
  isPlaying: boolean;
  isMuted: boolean;
  onPlaying: (is: boolean) => void;
  onFail: () => void;
};

/** Video element, rendered only on request. */
function Player({ clip, isPlaying, isMuted, onPlaying, onFail }: PlayerProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    if (isPlaying) void video.play().catch(() => onPlaying(false));
    else video.pause();
  }, [isPlaying, onPlaying]);
  const fail = () => {
    console.warn(`video ${clip.src} could not be loaded`);
    onFail();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- no speech; `text` describes the clip
    <video
      ref={ref}
      loop
      playsInline
      muted={isMuted}
      aria-label={clip.text}
      className="absolute inset-0 size-full object-cover"
      onPlay={(event) => {
        takeStage(event.currentTarget);
        onPlaying(true);
      }}
      onPause={() => onPlaying(false)}
    >
      <source src={`${clip.src}.av1.mp4`} type='video/mp4; codecs="av01.0.05M.08"' />
      <source src={`${clip.src}.webm`} type="video/webm" />
      <source src={`${clip.src}.mp4`} type="video/mp4" onError={fail} />
    </video>
  );
}

type VideoProps = {
  clip: Clip;
  className?: string;
  /**
   * Plays muted while in view, until the visitor pauses it. Never with reduced motion, nor while
   * another video plays.
   */
  loops?: boolean;
  /** Replacement for a video that failed to load. Without it the poster stays. */
  fallback?: ReactNode;
};

/**
 * Poster that becomes a video on request, with play and pause, and mute if it has sound.
 * Its size never changes.
 */
export function Video({ clip, className, loops = false, fallback }: VideoProps) {
  const [isRequested, setRequested] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const wasStopped = useRef(false);
  useEffect(() => {
    if (!loops || frame.current === null || window.matchMedia(stillness).matches) return;
    const watch = new IntersectionObserver(
      ([change]) => {
        const isSeen = change?.isIntersecting === true;
        if (isSeen && (wasStopped.current || isAnotherPlaying())) return;
        if (isSeen) setRequested(true);
        setPlaying(isSeen);
      },
      { threshold: 0.6 },
    );
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [loops]);
  const name = clip.text;
  if (hasFailed && fallback !== undefined) {
    return <div className={classes('relative grid place-items-center overflow-hidden', className)}>{fallback}</div>;
  }
  const toggle = () => {
    wasStopped.current = isPlaying;
    setRequested(true);
    setPlaying(!isPlaying);
  };
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Video: ${name}`}
      className={classes('relative overflow-hidden', className)}
    >
      <Poster clip={clip} />
      {isRequested && !hasFailed ? (
        <Player
          clip={clip}
          isPlaying={isPlaying}
          isMuted={isMuted}
          onPlaying={setPlaying}
          onFail={() => setFailed(true)}
        />
      ) : null}
      {hasFailed ? null : (
        <div className="absolute inset-x-3 bottom-3 flex justify-between">
          <IconButton
            label={isPlaying ? 'Pause video' : 'Play video'}
            onClick={toggle}
            className="bg-white/90 text-ink shadow-lift hover:bg-white"
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </IconButton>
          {clip.sound ? (
            <IconButton
              label={isMuted ? 'Turn sound on' : 'Turn sound off'}
              onClick={() => setMuted(!isMuted)}
              className="bg-white/90 text-ink shadow-lift hover:bg-white"
            >
              {isMuted ? <SoundOffIcon /> : <SoundIcon />}
            </IconButton>
          ) : null}
        </div>
      )}
    </div>
  );
}
