import { isJsonNumber, isObject, type JsonObject } from '@gateway/kernel';
import { officialUrl, plainValue, readJsonExtension, toJsonExtension } from './extensions';

/** What an element or a primitive had before it was made to fit a release, and what stands there instead. */
export interface OriginalContent {
  /** Of an element: the members that were taken out. Of a primitive: its value. */
  readonly original: unknown;
  readonly instead?: unknown;
}

/** Elements that R5 added to data types, with the type of their value in an extension. */
const addedElements: Readonly<Record<string, string>> = {
  'Attachment.width': 'PositiveInt',
  'Attachment.height': 'PositiveInt',
  'Attachment.frames': 'PositiveInt',
  'Attachment.duration': 'Decimal',
  'Attachment.pages': 'PositiveInt',
};

/** Writes and reads the extensions that keep what a release has no form for, on the element that it belongs to. */
export class Carriers {
  private readonly officialStart: string;

  constructor(
    private readonly otherVersion: '4.3' | '5.0',
    private readonly baseUrl: string,
  ) {
    this.officialStart = officialUrl(otherVersion, '');
  }

  /** @param path as `Attachment.width` */
  ofMember(path: string, value: unknown): JsonObject | undefined {
    const type = this.otherVersion === '5.0' ? addedElements[path] : undefined;
    return type === undefined || !isJsonNumber(value) ? undefined : { url: this.officialStart + path, [`value${type}`]: value };
  }

  ofCode(path: string, value: string): JsonObject {
    return { url: this.officialStart + path, valueCode: value };
  }

  ofReference(path: string, reference: JsonObject): JsonObject {
    return { url: this.officialStart + path, valueReference: reference };
  }

  ofContent(content: OriginalContent): JsonObject {
    return toJsonExtension(this.baseUrl, 'content', content);
  }

  /** @param owner the type of the element that the reference is a member of */
  static hasOfficialPath(owner: string): boolean {
    return !owner.startsWith('ServiceRequest');
  }

  /** What an extension of an element carries; the resource itself has no official ones of this kind. */
  readOfElement(extension: JsonObject, isResource: boolean): { original: JsonObject; instead: JsonObject } | undefined {
    const official = isResource ? undefined : (this.readMember(extension) ?? this.readReference(extension));
    if (official !== undefined) return { original: official, instead: {} };
    const content = this.readContent(extension);
    if (content === undefined) return undefined;
    const { original, instead = {} } = content;
    return isObject(original) && isObject(instead) ? { original, instead } : undefined;
  }

  /** What an extension of the primitive `name` carries. */
  readOfPrimitive(extension: JsonObject, name: string): OriginalContent | undefined {
    const { url } = extension;
    if (typeof url === 'string' && url.startsWith(this.officialStart) && url.endsWith(`.${name}`)) {
      const code = plainValue(extension, 'valueCode');
      return typeof code === 'string' ? { original: code } : undefined;
    }
    const content = this.readContent(extension);
    return content === undefined || typeof content.original === 'object' ? this.numeric(content) : content;
  }

  /** Exact numbers are objects too. */
  private numeric(content: OriginalContent | undefined): OriginalContent | undefined {
    return isJsonNumber(content?.original) ? content : undefined;
  }

  private readContent(extension: JsonObject): OriginalContent | undefined {
    const content = readJsonExtension(extension, this.baseUrl, 'content');
    if (!isObject(content) || content['original'] === undefined) return undefined;
    return Object.keys(content).every((name) => name === 'original' || name === 'instead')
      ? (content as unknown as OriginalContent)
      : undefined;
  }

  private readMember(extension: JsonObject): JsonObject | undefined {
    const path = this.officialPath(extension);
    const type = path === undefined || this.otherVersion !== '5.0' ? undefined : addedElements[path];
    const value = type === undefined ? undefined : plainValue(extension, `value${type}`);
    return value === undefined ? undefined : { [path!.slice(path!.indexOf('.') + 1)]: value };
  }

  private readReference(extension: JsonObject): JsonObject | undefined {
    const path = this.officialPath(extension);
    if (path === undefined || !Carriers.hasOfficialPath(path)) return undefined;
    const reference = plainValue(extension, 'valueReference');
    return isObject(reference) && Object.keys(reference).every((name) => referenceMembers.has(name)) ? reference : undefined;
  }

  private officialPath({ url }: JsonObject): string | undefined {
    return typeof url === 'string' && url.startsWith(this.officialStart) ? url.slice(this.officialStart.length) : undefined;
  }
}

/** What a reference that leads nowhere in the release loses. */
const referenceMembers: ReadonlySet<string> = new Set(['reference', '_reference', 'type', '_type']);
