import { addressOf } from '#modules/api-client.ts';
import { apiReference, curlOf, type Call, type FieldRow } from '#modules/api/api-reference.ts';
import { apiDescription, pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ChevronIcon } from '#ui/icons.tsx';

import type { Route } from './+types/api-docs.ts';
import { Badge } from './components/badge.tsx';
import { AdminPage, Panel } from './components/page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { groups: apiReference(await context.get(apiDescription)()), publicUrl: ctx.settings.publicUrl };
}

function Fields({ title, fields }: { title: string; fields: readonly (FieldRow & { location?: string })[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="space-y-1">
      <h3 className="font-sans text-sm font-medium">{title}</h3>
      <dl className="divide-y divide-line rounded-xl border border-line">
        {fields.map(({ name, type, required, description, location }) => (
          <div key={name} className="px-4 py-2 md:flex md:justify-between md:gap-6">
            <dt className="wrap-anywhere">
              <code>{name}</code>{' '}
              <span className="text-sm text-soft">
                {`${type}${location === undefined ? '' : `, in the ${location}`}${required ? '' : ', optional'}`}
              </span>
            </dt>
            {description === '' ? null : <dd className="text-sm text-soft md:text-right">{description}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

function Answers({ answers }: { answers: Call['answers'] }) {
  return answers.map(({ status, description, fields }) => (
    <Fields
      key={status}
      title={`${status}: ${description}`}
      fields={fields.length === 0 ? [{ name: status, type: description, required: true, description: '' }] : fields}
    />
  ));
}

function CallDetails({ call, publicUrl }: { call: Call; publicUrl: string }) {
  const { method, path, summary, scope, parameters, body, answers } = call;
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 items-center justify-between gap-3 py-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={method === 'GET' ? 'good' : 'active'}>{method}</Badge>
          <code className="break-all">{path}</code>
          <span className="text-soft">{summary}</span>
        </span>
        <ChevronIcon className="size-6 shrink-0 text-gold transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="space-y-5 pb-6 pt-2">
        {scope === null ? null : (
          <>
            <p>
              Requires a key with <code>{scope}</code>.
            </p>
            <pre className="whitespace-pre-wrap break-all rounded-xl bg-cream p-4 text-sm">
              {curlOf(call, publicUrl)}
            </pre>
          </>
        )}
        <Fields title="Parameters" fields={parameters} />
        <Fields title="Body" fields={body} />
        <Answers answers={answers} />
      </div>
    </details>
  );
}

export default function ApiPage({ loaderData: { groups, publicUrl } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="API reference"
      lead="Every API call, generated from the shop’s code."
      buttons={
        <>
          <ButtonLink to="/admin/api-keys" look="second">
            API keys
          </ButtonLink>
          <a
            href={addressOf('GET /openapi.json')}
            className="inline-flex min-h-12 items-center text-berry hover:underline"
          >
            OpenAPI 3.1 (JSON)
          </a>
        </>
      }
    >
      <div className="space-y-6">
        {groups.map(({ title, calls }) => (
          <Panel key={title} title={title}>
            {calls.map((call) => (
              <CallDetails key={`${call.method} ${call.path}`} call={call} publicUrl={publicUrl} />
            ))}
          </Panel>
        ))}
      </div>
    </AdminPage>
  );
}
