import { isObject, type JsonObject, objectsIn } from '@gateway/kernel';
import type { Fault } from '../validation/fault';
import { Carriers } from './carriers';
import { type MovedResource, toContainedOriginal } from './contained-originals';
import { extensionsOf, withExtensions } from './extensions';
import { childKey } from './fault-place';
import { Reductions } from './reductions';
import type { ReleaseMapping } from './release-mapping';
import { Remedies } from './remedies';

/** More than this never was needed; each is one validation. */
const maximumRounds = 40;

/** Members by whose name a text is an address. */
const addressName = /(?:canonical|uri|url)$/i;

/**
 * Makes a resource valid in a release and keeps what it takes out. What is wrong is told by the release's own validator; the smallest
 * element that can carry an extension is reduced first, then the ones around it.
 */
export class Fit {
  private readonly reductions: Reductions;
  private readonly remedies: Remedies;
  private readonly tried = new Set<string>();
  private readonly moved = new Set<number>();
  private readonly contained: readonly unknown[];

  constructor(
    private readonly mapping: ReleaseMapping,
    private readonly resource: JsonObject,
    private readonly baseUrl: string,
  ) {
    const carriers = new Carriers(mapping.otherVersion, baseUrl);
    this.reductions = new Reductions(carriers);
    this.remedies = new Remedies(resource, mapping.validator.structures, this.reductions, carriers, mapping.givesWay);
    this.contained = Array.isArray(resource['contained']) ? (resource['contained'] as unknown[]) : [];
  }

  /** The resource itself where it is valid. */
  run(): JsonObject {
    let fitted = this.resource;
    for (let round = 0; round < maximumRounds; round += 1) {
      const faults = this.mapping.validator.validate(fitted).filter(({ severity }) => severity === 'error');
      if (faults.length === 0 || !this.repair(faults)) break;
      fitted = this.build('after');
    }
    return fitted === this.resource ? fitted : this.build('before');
  }

  /** In between, carriers stand after other extensions, so that paths of faults lead to the same places as in the original. */
  private build(carriers: 'before' | 'after'): JsonObject {
    const { contained: _contained, ...fitted } = this.reductions.apply(this.resource, carriers);
    const kept = this.contained.filter((_, index) => !this.moved.has(index));
    const originals = [...this.moved]
      .sort((one, other) => one - other)
      .map((position): MovedResource => ({ resource: this.contained[position] as JsonObject, position }))
      .map((moved) => toContainedOriginal(moved, this.baseUrl));
    const there = extensionsOf(fitted);
    const extensions = carriers === 'before' ? [...originals, ...there] : [...there, ...originals];
    return withExtensions(kept.length > 0 ? { ...fitted, contained: kept } : fitted, extensions);
  }

  /** @returns whether anything could be done */
  private repair(faults: readonly Fault[]): boolean {
    const positions = this.contained.map((_, index) => index).filter((index) => !this.moved.has(index));
    const applied = new Set<string>();
    for (const fault of faults) {
      const index = /^contained\[(\d+)\]/.exec(fault.path)?.[1];
      const remedies = index === undefined ? this.remedies.of(fault) : [this.move(positions[Number(index)]!)];
      // Another fault of this round may have been about the same element.
      if (remedies.some(({ name }) => applied.has(name))) continue;
      const remedy = remedies.find(({ name }) => !this.tried.has(name));
      if (remedy === undefined) continue;
      this.tried.add(remedy.name);
      applied.add(remedy.name);
      remedy.apply();
    }
    return applied.size > 0;
  }

  private move(index: number): { name: string; apply: () => void } {
    const apply = (): void => {
      this.moved.add(index);
      const id = objectsIn(this.contained[index])[0]?.['id'];
      if (typeof id === 'string') this.unlink(this.resource, '', `#${id}`);
    };
    return { name: `move ${index}`, apply };
  }

  /** Takes out addresses of a moved resource that are no references: those the validator finds itself. */
  private unlink(value: unknown, key: string, address: string): void {
    if (Array.isArray(value)) return value.forEach((item, index) => this.unlink(item, `${key}[${index}]`, address));
    if (value === address && this.isAddress(key)) return this.reductions.addPrimitive(key, { instead: undefined });
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) if (name !== 'contained') this.unlink(member, childKey(key, name), address);
  }

  private isAddress(key: string): boolean {
    const name = key.slice(key.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
    return addressName.test(name) && name !== 'url';
  }
}
