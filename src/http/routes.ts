import findMyWay from 'find-my-way';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

type ErrorHandler = (error: unknown, request: Request, response: Response, next: NextFunction) => unknown;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** What the tree keeps of a route; the log and the metrics know it by its path. */
interface Stored {
  readonly route: { readonly path: string };
  readonly handler: RequestHandler;
}

/** Longer than any identifier, so that it is the operation that refuses one; what a server takes as header ends it. */
const maximumParameterLength = 100_000;

/**
 * Which handler a request goes to: a tree of the paths instead of Express's list of routes, which is tried one by one. What
 * passes before, middleware, runs in the order in which it was added.
 */
export class Routes {
  private readonly tree = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: maximumParameterLength,
    querystringParser: () => ({}),
  });
  private readonly added: { readonly method: Method; readonly path: string }[] = [];
  private readonly middleware: RequestHandler[] = [];
  private notFound: RequestHandler = (_request, response) => response.destroy();
  private failed: ErrorHandler = (_error, _request, response) => response.destroy();

  /** @param path with parameters such as `:id`; one path stands for itself with a slash at the end too */
  add(method: Method, path: string, handler: RequestHandler): void {
    const route = { path };
    this.added.push({ method, path });
    this.tree.on(method === 'GET' ? ['GET', 'HEAD'] : [method], path === '' ? '/' : path, () => undefined, {
      route,
      handler,
    } satisfies Stored);
  }

  addMiddleware(handler: RequestHandler): void {
    this.middleware.push(handler);
  }

  onNotFound(handler: RequestHandler): void {
    this.notFound = handler;
  }

  onError(handler: ErrorHandler): void {
    this.failed = handler;
  }

  /** Every route, HEAD left out. */
  get all(): readonly { readonly method: Method; readonly path: string }[] {
    return this.added;
  }

  /** The methods that the path has a route for, in alphabetical order. */
  methodsOf(path: string): readonly Method[] {
    return methods.filter((method) => this.tree.find(method, path) !== null).sort();
  }

  handle(request: Request, response: Response): void {
    this.run(0, request, response);
  }

  private run(position: number, request: Request, response: Response, error?: unknown): void {
    const next: NextFunction = (fault?: unknown) => this.run(position + 1, request, response, fault);
    try {
      if (error !== undefined && error !== null) this.failed(error, request, response, next);
      else (this.middleware[position] ?? this.handlerOf(request))(request, response, next);
    } catch (fault) {
      this.failed(fault, request, response, next);
    }
  }

  private handlerOf(request: Request): RequestHandler {
    const found = this.tree.find(request.method as Method, request.url);
    if (found === null) return this.notFound;
    const { route, handler } = found.store as Stored;
    request.params = found.params as Record<string, string>;
    request.route = route;
    return handler;
  }
}
