import { z } from 'zod';

/** A resource in the interface's shape; what it may hold is checked against the release's definitions, its type too. */
export const interfaceResource = (resourceType: string) =>
  z.looseObject({
    resourceType: z.unknown().optional().meta({ type: 'string', const: resourceType, default: resourceType }),
  });

export const interfaceResources = (resourceType: string) => z.array(interfaceResource(resourceType));
