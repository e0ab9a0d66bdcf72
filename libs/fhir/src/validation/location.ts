/** Where the walk is; spelt out only when something is wrong there. */
export class Location {
  private constructor(
    private readonly parent: Location | undefined,
    private readonly step: string,
    private readonly member: string,
  ) {}

  static root(type: string): Location {
    return new Location(undefined, type, '');
  }

  /** @param step its FHIRPath, which differs from the member's name for a choice */
  child(member: string, step = member): Location {
    return new Location(this, `.${step}`, `.${member}`);
  }

  item(index: number): Location {
    const step = `[${index}]`;
    return new Location(this, step, step);
  }

  /** FHIRPath of the element. */
  get expression(): string {
    return (this.parent?.expression ?? '') + this.step;
  }

  /** The way through the JSON document. */
  get path(): string {
    return ((this.parent?.path ?? '') + this.member).replace(/^\./, '');
  }
}
