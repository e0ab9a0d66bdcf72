import { SetMetadata, type Type } from '@nestjs/common';

/** http://hl7.org/fhir/restful-interaction, as far as the service has them. */
export type InteractionCode =
  'read' | 'vread' | 'update' | 'patch' | 'history-instance' | 'create' | 'search-type' | 'transaction' | 'batch';

/** What a handler does in terms of FHIR; the CapabilityStatement says what the handlers are marked with. */
export interface InteractionMark {
  /** Undefined: of the whole server. */
  readonly type: string | undefined;
  readonly codes: readonly InteractionCode[];
}

const metadataKey = 'gateway:fhir-interaction';

export const Interaction = (type: string | undefined, ...codes: readonly InteractionCode[]): MethodDecorator =>
  SetMetadata(metadataKey, { type, codes } satisfies InteractionMark);

/** The marks on the handlers of controllers, in the order of the handlers. */
export const marksOf = (controllers: readonly Type[]): readonly InteractionMark[] =>
  controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const mark: unknown = typeof handler === 'function' ? Reflect.getMetadata(metadataKey, handler) : undefined;
      return mark === undefined ? [] : [mark as InteractionMark];
    });
  });
