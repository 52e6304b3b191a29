import { useEffect, useRef, useState, type ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { PauseIcon, PlayIcon, SoundIcon, SoundOffIcon } from './media-icons.tsx';

/** A clip with its poster; `src` is its address without ending, `text` says what can be seen in it, `sound` that it can be heard. */
export type Clip = { src: string; width: number; height: number; text: string; sound?: true };

let onStage: HTMLVideoElement | null = null;

/** Only one video plays at a time: the one that begins ends the other. */
function takeStage(video: HTMLVideoElement): void {
  if (onStage !== null && onStage !== video) onStage.pause();
  onStage = video;
}

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

/** The video itself, which is asked for only once somebody wants to see it. */
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
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- `text` says what a clip shows; nobody speaks in it
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
  /** What stands in the place of a video that cannot be loaded; without it the poster stays. */
  fallback?: ReactNode;
};

/** A poster that becomes a video on request, with play, pause, and mute where it has sound. Its place never changes size. */
export function Video({ clip, className, fallback }: VideoProps) {
  const [wanted, setWanted] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const name = clip.text;
  if (hasFailed && fallback !== undefined) {
    return <div className={classes('relative grid place-items-center overflow-hidden', className)}>{fallback}</div>;
  }
  const toggle = () => {
    setWanted(true);
    setPlaying(!isPlaying);
  };
  return (
    <div role="group" aria-label={`Video: ${name}`} className={classes('relative overflow-hidden', className)}>
      <Poster clip={clip} />
      {wanted && !hasFailed ? (
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
