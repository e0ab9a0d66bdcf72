import { isObject } from '@gateway/kernel';
import type { Artefact } from './artefact';
import type { Fault } from './fault';
import { Invariants } from './invariants';
import { Location } from './location';
import { Structures } from './structures';
import { Walk } from './walk';

/** Checks resources of one release against its official definitions. Knows nothing of HTTP, databases or other servers. */
export class Validator {
  readonly structures: Structures;
  private readonly invariants: Invariants;

  /** @param maximumRules evaluations of rules for one resource: about a second, so that a hostile one cannot hold the process */
  constructor(
    artefact: Artefact,
    private readonly maximumRules = 20_000,
  ) {
    this.structures = new Structures(artefact);
    this.invariants = new Invariants(this.structures);
  }

  /** Everything that is wrong with the resource, in the order of its elements. It is not changed. */
  validate(resource: unknown): readonly Fault[] {
    const walk = new Walk(this.structures, this.invariants, this.maximumRules);
    const type = isObject(resource) ? resource['resourceType'] : undefined;
    walk.resource(resource, undefined, Location.root(this.structures.isResourceType(type) ? type : 'Resource'), undefined);
    return walk.faults;
  }

  isValid(resource: unknown): boolean {
    return this.validate(resource).every(({ severity }) => severity !== 'error');
  }
}
