/** An answer with a status or headers of its own. */
export class Answer {
  constructor(
    /** Undefined for the operation's own status. */
    readonly status: number | undefined,
    /** Bytes, or a value that becomes JSON; undefined for no content. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  static created(location: string, body: unknown): Answer {
    return new Answer(201, body, { Location: location });
  }
}

/** JSON text that is sent as it is. */
export class JsonText {
  constructor(
    readonly text: string,
    readonly mediaType = 'application/json; charset=utf-8',
  ) {}
}

/** Bytes that are read while they are sent; how many is known before. */
export class ByteStream {
  constructor(
    readonly length: number,
    readonly chunks: AsyncIterable<Buffer>,
  ) {}
}
