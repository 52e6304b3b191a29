import { expect, test } from 'vitest';

import { mailRecords } from './mail-records.server.ts';

const missing = (code: string) => Object.assign(new Error(code), { code });

function zone(texts: Record<string, string[][]>): (name: string) => Promise<string[][]> {
  return async (name) => {
    const found = texts[name];
    if (found === undefined) throw missing('ENOTFOUND');
    return found;
  };
}

test('records are recognized by their content, also in parts', async () => {
  const texts = {
    'shop.com': [['google-site=1'], ['v=spf1 ', 'include:mail.example -all']],
    '_dmarc.shop.com': [['v=DMARC1; p=reject']],
    's1._domainkey.shop.com': [['k=rsa; p=MIGf']],
  };
  expect(await mailRecords('shop.com', 100, zone(texts))).toEqual({ spf: 'found', dkim: 'found', dmarc: 'found' });
});

test('missing records are absent, and so is a revoked key', async () => {
  const texts = { 'shop.com': [['v=spf10 nonsense']], 's1._domainkey.shop.com': [['v=DKIM1; p=']] };
  expect(await mailRecords('shop.com', 100, zone(texts))).toEqual({ spf: 'absent', dkim: 'absent', dmarc: 'absent' });
});

test('name servers that refuse or stay silent lead to "unreachable", in time', async () => {
  const open = { spf: 'unreachable', dkim: 'unreachable', dmarc: 'unreachable' };
  const refuse = () => Promise.reject(missing('ECONNREFUSED'));
  expect(await mailRecords('shop.com', 100, refuse)).toEqual(open);
  expect(await mailRecords('shop.com', 20, () => new Promise(() => undefined))).toEqual(open);
});
