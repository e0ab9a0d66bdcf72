import { isObject, type JsonObject } from '@gateway/kernel';

/** The resource that an element belongs to, and what its references can lead to. */
export class Scope {
  /** Ids of contained resources that something refers to. */
  readonly usedIds = new Set<string>();
  /** Contained resources that refer to the resource that contains them. */
  readonly referring = new Set<unknown>();
  /** Refers to its container (`#`). */
  refersToContainer = false;
  private contained: ReadonlyMap<string, string> | undefined;

  private constructor(
    /** `%resource`: the contained resource inside of one. */
    readonly resource: JsonObject,
    /** The scope of the resource that contains this one; undefined outside of contained resources. */
    readonly container: Scope | undefined,
    private readonly entries: ReadonlyMap<string, string> | undefined,
  ) {}

  static of(resource: JsonObject, around?: Scope): Scope {
    return new Scope(resource, undefined, resource['resourceType'] === 'Bundle' ? entriesOf(resource) : around?.entries);
  }

  inside(contained: JsonObject): Scope {
    return new Scope(contained, this.root, this.entries);
  }

  get root(): Scope {
    return this.container ?? this;
  }

  /** The type of the contained resource with the id; undefined when there is none. */
  containedType(id: string): string | undefined {
    const { root } = this;
    root.contained ??= containedIn(root.resource);
    return root.contained.get(id);
  }

  /** The type of the resource that the Bundle around has at this address. */
  entryType(address: string): string | undefined {
    return this.entries?.get(address);
  }
}

const typeOf = (resource: unknown): string | undefined =>
  isObject(resource) && typeof resource['resourceType'] === 'string' ? resource['resourceType'] : undefined;

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const containedIn = (resource: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    listIn(resource['contained']).flatMap((each): [string, string][] => {
      const type = typeOf(each);
      const id = isObject(each) ? each['id'] : undefined;
      return type !== undefined && typeof id === 'string' ? [[id, type]] : [];
    }),
  );

const entriesOf = (bundle: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    listIn(bundle['entry']).flatMap((entry): [string, string][] => {
      if (!isObject(entry) || typeof entry['fullUrl'] !== 'string') return [];
      const type = typeOf(entry['resource']);
      return type === undefined ? [] : [[entry['fullUrl'], type]];
    }),
  );
