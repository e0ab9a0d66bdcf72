/** Headers of an answer: name and value in turn, the form that Node sends as it is. */
export class HeaderList {
  private readonly list: string[];

  /** @param begin name and value in turn; it is copied */
  constructor(begin: readonly string[]) {
    this.list = [...begin];
  }

  /** As Node takes them. */
  get flat(): string[] {
    return this.list;
  }

  get(name: string): string | undefined {
    const at = this.placeOf(name);
    return at < 0 ? undefined : this.list[at + 1];
  }

  /** A name is always spelled the same way here: a second value takes the place of the first. */
  set(name: string, value: string): void {
    const at = this.placeOf(name);
    if (at < 0) this.list.push(name, value);
    else this.list[at + 1] = value;
  }

  setAll(headers: Readonly<Record<string, string>>): void {
    for (const name of Object.keys(headers)) this.set(name, headers[name]!);
  }

  private placeOf(name: string): number {
    for (let at = 0; at < this.list.length; at += 2) if (this.list[at] === name) return at;
    return -1;
  }
}
