import sharp from 'sharp';
import { expect } from 'vitest';

import { landing } from '#content/landing.ts';
import { storePicture } from '#modules/content/content-pictures.server.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { sureField } from '#ui/form-response.ts';

import { sendForm } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import { action } from '../content.tsx';

const key = 'landing' as const;
const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };

async function givenPicture(shop: TestShop) {
  const create = { width: 500, height: 400, channels: 3 as const, background: '#a33' };
  const stored = await storePicture(shop.ctx, new Uint8Array(await sharp({ create }).jpeg().toBuffer()));
  if (!stored.ok) throw new Error(stored.reason);
  return { ...stored.value, id: stored.value.src.split('/').at(-1) ?? '' };
}

test('deleting images keeps the one in use, and the answer names the places that show it', async ({ shop }) => {
  const [{ id, ...shown }, spare] = [await givenPicture(shop), await givenPicture(shop)];
  const hero = { ...landing.hero, wide: { ...shown, alt: 'A red field' } };
  await saveDraft(shop.ctx, ada, { key, revision: 0, body: { ...landing, hero } });
  await publishDraft(shop.ctx, { key, actor: ada, revision: 1, isCompared: () => Promise.resolve(false) });
  const remove = async (...ids: string[]) => {
    const fields = { form: 'delete-pictures', pictures: ids.join('\n'), [sureField]: 'on' };
    const { status, answer } = await sendForm(shop, { action, path: '/admin/content' }, fields);
    return [status, answer.message];
  };
  const reason = '1 image wasn’t deleted, because it is used: Landing page › Hero › Image on wide screens.';
  expect(await remove(id, spare.id)).toEqual([200, `1 image deleted. ${reason}`]);
  expect(await remove(id)).toEqual([422, `0 images deleted. ${reason}`]);
});
