import { icon } from './icons.tsx';

export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5L8 5.5Z" fill="currentColor" />);
export const PauseIcon = icon(<path d="M9 6v12M15 6v12" strokeWidth="2.6" />);
export const SoundIcon = icon(<path d="M5 10v4h3l4 4V6l-4 4H5Zm10-1.5a5 5 0 0 1 0 7M17.5 6a8.5 8.5 0 0 1 0 12" />);
export const SoundOffIcon = icon(<path d="M5 10v4h3l4 4V6l-4 4H5Zm10.5 0 4.5 4.5m0-4.5-4.5 4.5" />);
export const ZoomIcon = icon(
  <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20M10.5 8v5M8 10.5h5" />,
);
export const CameraIcon = icon(
  <path d="M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Zm5 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM16.500 7.500h.01" />,
);
export const NoteIcon = icon(<path d="M14 4v11a3.500 3.500 0 1 1-3.500-3.500M14 4c.3 2.8 2 4.5 5 4.7" />);
export const ScreenIcon = icon(<path d="M3 6h18v12H3zM10.500 9.500v5l4-2.500-4-2.500Z" />);
export const FilmIcon = icon(<path d="M4 5h16v14H4zM8 5v14M16 5v14M4 9.500h4M4 14.500h4M16 9.500h4M16 14.500h4" />);
