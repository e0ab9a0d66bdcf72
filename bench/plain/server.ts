/**
 * What the service is measured against: Express 5 and the driver, the same statements, prepared, and the same bytes. No guard, no limits,
 * no validation, no log.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseStoredJson } from '@gateway/kernel';
import createExpress, { json, type Request } from 'express';
import { Pool, types } from 'pg';
import type { KeyPlace } from '../scenarios/scenario';
import type { Recipe } from './recipe';
import { type RendererName, renderers } from './renderers';
import { preparedRun } from './run-recipe';

/** What the program is to serve; it answers with its port. */
export interface PlainOrder {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly key: KeyPlace | undefined;
  readonly renderer: RendererName;
  readonly recipe: Recipe;
  readonly needsOwnPlans: boolean;
}

// As everywhere: numbers keep their digits, a date is a day.
types.setTypeParser(types.builtins.JSON, parseStoredJson);
types.setTypeParser(types.builtins.JSONB, parseStoredJson);
types.setTypeParser(types.builtins.DATE, (value) => value);

const keyReader = (place: KeyPlace | undefined): ((request: Request) => string | undefined) => {
  if (place === undefined) return () => undefined;
  if ('path' in place) return ({ url }) => place.path.exec(url)?.[1];
  return ({ body }) => (body as Record<string, string>)[place.body];
};

const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

function serve({ databaseUrl, connections, name, method, key, renderer, recipe, needsOwnPlans }: PlainOrder): Server {
  const options = needsOwnPlans ? '-c plan_cache_mode=force_custom_plan' : undefined;
  const pool = new Pool({ connectionString: databaseUrl, max: connections, options });
  const run = preparedRun(name, recipe);
  const render = renderers[renderer];
  const keyOf = keyReader(key);
  const status = method === 'GET' ? 200 : 201;
  const application = createExpress();
  application.disable('x-powered-by').disable('etag');
  if (method === 'POST') application.use(json({ limit: '1mb' }));
  application[method === 'GET' ? 'get' : 'post'](/.*/, async (request, response) => {
    const body = render(await run(pool, keyOf(request)), queryOf(request.url));
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
  return application.listen(0, '127.0.0.1');
}

process.once('message', (order) => {
  const server = serve(order as PlainOrder);
  server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
});
