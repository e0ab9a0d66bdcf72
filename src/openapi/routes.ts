import { operationOf, type OperationDescription } from '@gateway/access';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A route of the service, as its router has it. */
export interface Route {
  readonly method: string;
  /** With parameters as `:id`. */
  readonly path: string;
  readonly operation: OperationDescription<never>;
}

const join = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

/** All routes of all controllers, sorted by path. @throws Error when one has no operation description */
export function routesOf(discovery: DiscoveryService): readonly Route[] {
  const scanner = new MetadataScanner();
  const routes = discovery.getControllers().flatMap((wrapper): Route[] => {
    const { instance, metatype } = wrapper as { instance: object; metatype: object };
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    const prefix = Reflect.getMetadata(PATH_METADATA, metatype) as string;
    return scanner.getAllMethodNames(prototype).flatMap((name): Route[] => {
      const handler = prototype[name]!;
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
      if (path === undefined) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      return [{ method, path: join(prefix, path), operation: operationOf(handler) }];
    });
  });
  return routes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
