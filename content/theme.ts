/**
 * Look of an empty shop. The colors are those of `src/app.css`, by the names of its variables.
 * A picture without an address is the built-in one.
 */
export const theme = {
  colors: {
    berry: '#be123c',
    wine: '#881337',
    rose: '#f43f5e',
    gold: '#b0705a',
    copper: '#8a5240',
    cream: '#fdf6f2',
    blush: '#fbe9e3',
    petal: '#f6d5cc',
    line: '#ecd8d1',
    ink: '#33232a',
    soft: '#6b5560',
    dusk: '#7b4a4d',
    ember: '#5f383d',
  },
  nightAccent: '#fda4af',
  fonts: 'pair',
  logo: {
    onLight: { src: '', width: 137, height: 30 },
    onDark: { src: '', width: 137, height: 30 },
    icon: { src: '', width: 512, height: 512 },
  },
  shareImage: {
    src: '',
    width: 1200,
    height: 630,
    alt: 'The white wand, its oval head glowing red, on a rose circle',
  },
};
