import { hash } from 'node:crypto';

const nameLength = 22;

/**
 * Names for statements whose text comes again, so that the server parses and plans them once for each connection (PostgreSQL,
 * "PREPARE"). Names are never taken back: the first texts get them, and what comes after goes without.
 */
export class StatementNames {
  private readonly seen = new Set<string>();
  private readonly names = new Map<string, string>();

  /** @param most names; with none every text goes without */
  constructor(private readonly most: number) {}

  /** The name of a text from its second time on; undefined for one that stays without. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.most) return known;
    if (!this.seen.has(text)) {
      if (this.seen.size >= this.most) this.seen.clear();
      this.seen.add(text);
      return undefined;
    }
    this.seen.delete(text);
    // Made of the text, so that one name never stands for two texts on a connection.
    const name = `gateway_${hash('sha256', text, 'base64url').slice(0, nameLength)}`;
    this.names.set(text, name);
    return name;
  }
}
