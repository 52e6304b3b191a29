import { data, type RouterContextProvider, type ServerBuild } from 'react-router';

import { isDatabaseUnavailable } from '#platform/db/database-errors.server.ts';
import { HttpError } from '#platform/http/http-error.server.ts';
import { retryAfter } from '#platform/http/error-handler.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

/** Data for a failed page. It hides the fault, which is logged under the same request id. */
type Fault = { message?: string; requestId: string };

type Context = Readonly<RouterContextProvider>;
type Args = { context: Context; request: Request };

const requestIdOf = (context: Context) => context.get(pageRequest).visitor.requestId;

/** Response for a page whose rendering failed. */
export function errorResponse(context: Context): Response {
  return Response.json({ requestId: requestIdOf(context) } satisfies Fault, { status: 500 });
}

export function logPageError(error: unknown, { context, request }: Args): void {
  if (request.signal.aborted) return;
  const { ctx, visitor } = context.get(pageRequest);
  ctx.log.error({ err: error, requestId: visitor.requestId, path: new URL(request.url).pathname }, 'page failed');
}

export const databaseAway = 'The shop cannot show this page at the moment. Please try again in a few seconds.';

function answerOf(error: Error, args: Args) {
  const requestId = requestIdOf(args.context);
  if (error instanceof HttpError) {
    return data<Fault>({ message: error.message, requestId }, { status: error.status });
  }
  logPageError(error, args);
  if (isDatabaseUnavailable(error))
    return data<Fault>({ message: databaseAway, requestId }, { status: 503, headers: retryAfter });
  return data<Fault>({ requestId }, { status: 500 });
}

/**
 * Turns errors thrown by a loader or action into responses with the request id.
 * Otherwise the router would use its own wording.
 */
function named<A extends Args, R>(handle: (args: A) => R) {
  return async (args: A): Promise<Awaited<R>> => {
    try {
      return await handle(args);
    } catch (error) {
      throw error instanceof Error ? answerOf(error, args) : error;
    }
  };
}

type Route = NonNullable<ServerBuild['routes'][string]>;

function namedRoute(route: Route): Route {
  const { loader, action } = route.module;
  const handlers = {
    ...(loader === undefined ? {} : { loader: named(loader) }),
    ...(action === undefined ? {} : { action: named(action) }),
  };
  return { ...route, module: { ...route.module, ...handlers } };
}

/** Returns the build with every loader and action wrapped in this way. */
export function withErrorResponses(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(
    ([id, route]) => [id, route === undefined ? route : namedRoute(route)] as const,
  );
  return { ...build, routes: Object.fromEntries(routes) };
}
