import { globSync, readFileSync } from 'node:fs';

/** Folders in .gitignore, as patterns: installed packages, builds and the data of a shop. */
const ignoredFolders = readFileSync('.gitignore', 'utf8')
  .split('\n')
  .filter((line) => line.endsWith('/'))
  .map((line) => line.slice(0, -1))
  .map((folder) => (folder.includes('/') ? folder : `**/${folder}`));

/** Returns the files of the project that match. Needs no git, so that an archive is checked too. */
export const sourceFiles = (...patterns: string[]): string[] =>
  globSync(patterns, { exclude: ignoredFolders }).toSorted();
