import { Form, useSubmit } from 'react-router';

import { photoRefusals } from '#modules/habit-tracker/habit-tracker.schema.ts';
import type { Day } from '#modules/habit-tracker/habit-tracker.ts';
import { addPhoto, deletePhoto } from '#modules/habit-tracker/habit-tracker.server.ts';
import { listPhotos } from '#modules/habit-tracker/habit-tracker.queries.server.ts';
import { addressOf } from '#modules/api-client.ts';
import { longDay, shortDay, utcDay } from '#shared/shop-time.ts';
import { Button } from '#ui/button.tsx';
import { smallPhoto } from '#ui/downscale-photo.ts';
import { SelectField } from '#ui/field.tsx';
import { PhotoField } from '#ui/photo-field.tsx';
import { usePreparedPhoto } from '#ui/prepared-photo.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formSuccess, final, formAction, formError } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { useFormResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/progress.ts';
import { customerLoader } from './customer-loader.server.ts';
import { Card } from './components/card.tsx';
import { titled } from '../page-meta.ts';
import { PhotoComparison, type ShownPhoto } from './components/photo-comparison.tsx';
import { useToday } from './components/use-today.ts';

export const meta = titled('Progress photos');

/**
 * Loads the photos and the two to compare: those of the query, otherwise the first and the last.
 */
export const loader = customerLoader(async ({ ctx, user, request }) => {
  const photos = await listPhotos(ctx.db, user.id);
  const query = new URL(request.url).searchParams;
  const chosen = (name: string) => photos.find(({ id }) => id === query.get(name));
  const first = chosen('then') ?? photos[0];
  const last = chosen('now') ?? photos.at(-1);
  const pair = photos.length < 2 || first === undefined || last === undefined ? null : { first, last };
  return { photos, pair, serversDay: utcDay(ctx.now()) };
});

export const action = formAction({
  async add({ ctx, user, limits, form, values: { day = '' } }) {
    const file = form.get('photo');
    const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const added = await addPhoto(ctx, limits, { userId: user.id, bytes, saidDay: day });
    if (added.ok) return formSuccess('Photo added');
    const message = photoRefusals[added.reason];
    return { ...formError(message, { photo: message }), status: added.reason === 'too_many' ? 429 : 422 };
  },
  delete: final(async ({ ctx, user, id }) => {
    await deletePhoto(ctx.db, user.id, id);
    return formSuccess('Photo deleted');
  }),
});

type Loaded = Route.ComponentProps['loaderData'];

function Choice({ photos, pair }: { photos: Loaded['photos']; pair: NonNullable<Loaded['pair']> }) {
  const submit = useSubmit();
  const choose = (name: 'then' | 'now', label: string, { id: chosen }: ShownPhoto) => (
    <SelectField id={`choose-${name}`} name={name} label={label} key={chosen} defaultValue={chosen}>
      {photos.map(({ id, day }, index) => (
        <option key={id} value={id}>
          {`${index + 1}: ${shortDay(day)}`}
        </option>
      ))}
    </SelectField>
  );
  return (
    <Form
      method="get"
      action="/account/progress"
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true, replace: true })}
      className="mx-auto mt-5 grid max-w-md items-end gap-3 sm:grid-cols-2"
    >
      {choose('then', 'Then', pair.first)}
      {choose('now', 'Now', pair.last)}
      <noscript>
        <Button type="submit" look="second">
          Compare
        </Button>
      </noscript>
    </Form>
  );
}

/** Asks first, because a photo deleted by mistake cannot be taken again. */
function DeletePhoto({ id, day }: ShownPhoto) {
  return (
    <ActionForm
      name="delete"
      id={id}
      look="quiet"
      submit="Delete"
      submitLabel={`Delete: the photo of ${longDay(day)}`}
      final={{ text: 'Delete this photo for good?', yes: 'Yes, delete it', keep: 'Keep it' }}
    />
  );
}

function Photos({ photos }: Pick<Loaded, 'photos'>) {
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {photos.toReversed().map(({ id, day, width, height }) => (
        <li key={id} className="overflow-hidden rounded-card border border-line bg-white">
          <img
            src={addressOf(`GET /progress-photos/${id}`)}
            alt={`You on ${longDay(day)}`}
            width={width}
            height={height}
            loading="lazy"
            className="aspect-[3/4] w-full bg-blush object-cover"
          />
          <div className="flex flex-wrap items-center justify-between px-4 py-1">
            <span className="text-sm">{shortDay(day)}</span>
            <DeletePhoto id={id} day={day} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function PhotoForm({ today }: { today: Day }) {
  const { problem, onChange } = usePreparedPhoto(smallPhoto);
  const refused = useFormResponse('add')?.issues.photo;
  return (
    <ActionForm
      name="add"
      submit="Add photo"
      busyText="Adding..."
      isDisabled={problem !== null}
      hidden={{ day: today }}
      hasFile
    >
      <PhotoField
        id="progress-photo"
        name="photo"
        label="Photo"
        required
        onChange={onChange}
        hint="JPEG, PNG, WebP, GIF or AVIF, 10 MB at most. Place and camera are removed from it."
        error={problem ?? refused}
      />
    </ActionForm>
  );
}

export default function ProgressPage({ loaderData: { photos, pair, serversDay } }: Route.ComponentProps) {
  const today = useToday(serversDay);
  return (
    <div className="space-y-8">
      <div>
        <h1 className="text-5xl">Progress photos</h1>
        <p className="mt-2 max-w-prose text-lg text-soft">
          For your eyes only. Nobody else can open these pictures, and you can delete them at any time.
        </p>
      </div>
      <PageNotice />
      {pair === null ? null : (
        <Card id="then-and-now" title="Then and now">
          <PhotoComparison key={`${pair.first.id} ${pair.last.id}`} first={pair.first} last={pair.last} />
          <Choice photos={photos} pair={pair} />
          <p className="mt-5 text-sm text-soft">
            Photos show how you looked, in the light at the time. They don’t prove an effect.
          </p>
        </Card>
      )}
      <Card id="add-photo" title="Add a photo">
        <PhotoForm key={photos.length} today={today} />
      </Card>
      {photos.length === 0 ? null : (
        <section aria-labelledby="all-photos">
          <h2 id="all-photos" className="mb-4 text-3xl">
            Your photos
          </h2>
          <Photos photos={photos} />
        </section>
      )}
    </div>
  );
}
