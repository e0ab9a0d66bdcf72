import { isDeepStrictEqual } from 'node:util';
import { amended } from './amendments.mjs';
import { lastSegment } from './definitions.mjs';
import { bindingOf, valueSetName } from './value-sets.mjs';

const fhirTypeExtension = 'http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type';

/** Restated by every type; the small differences (`id` is a string here and an id there) are no rules. */
const common = new Set(['id', 'extension', 'modifierExtension']);

/** On every element, and what the walk itself finds: an element without content, an extension with a value and extensions. */
const structural = new Set(['ele-1', 'ext-1']);

const isBackbone = (code) => code === 'BackboneElement' || code === 'Element';

/** `Reference(Patient|Group)`, `SimpleQuantity`, `string`: one type that an element can have. */
function typeName({ code, extension, profile, targetProfile }, path) {
  // R4B says id in one place and string in another; an element's id may be any text.
  if (path === 'Element.id') return 'string';
  if (code.includes('System.')) return extension?.find(({ url }) => url === fhirTypeExtension)?.valueUrl ?? 'string';
  if (profile?.length === 1) return code === 'Resource' ? `Resource(${lastSegment(profile[0])})` : lastSegment(profile[0]);
  const targets = (targetProfile ?? []).map(lastSegment).filter((name) => name !== 'Resource');
  if (code === 'canonical' || targets.length === 0 || targets.length < (targetProfile?.length ?? 0)) return code;
  return `${code}(${targets.join('|')})`;
}

/** The elements and invariants of all types, the parts of a type as types of their own, named by their path. */
export function reduceTypes({ structures }) {
  const types = {};
  const invariants = {};
  const bindings = new Set();
  const ancestorsOf = (name) => (types[name] === undefined ? [] : [name, ...ancestorsOf(types[name].base)]);

  const invariantName = (constraint) => {
    const { key, human } = constraint;
    const expression = amended(constraint);
    for (let name = key; ; name += '*') {
      invariants[name] ??= { human, expression };
      if (invariants[name].expression === expression) return name;
    }
  };

  const invariantsOf = ({ constraint = [] }, inherited) =>
    constraint
      .filter(({ severity, expression, key }) => severity === 'error' && expression !== undefined && !structural.has(key))
      .map(invariantName)
      .filter((name) => !inherited.has(name));

  const inheritedInvariants = (...names) =>
    new Set(names.flatMap((name) => ancestorsOf(name)).flatMap((name) => types[name].invariants ?? []));

  function reduceElement(element, isPart) {
    const { path, min, max, base, type = [], contentReference, binding } = element;
    const listed = base?.max ?? max;
    const names = contentReference
      ? [contentReference.slice(contentReference.indexOf('#') + 1)]
      : isPart
        ? [path]
        : type.map((each) => typeName(each, path));
    const bound = bindingOf(binding);
    if (bound !== undefined) bindings.add(bound);
    const own = isPart ? [] : invariantsOf(element, inheritedInvariants('Element', ...names.map((name) => name.split('(')[0])));
    return {
      ...(min > 0 && { min }),
      ...(listed !== '1' && { max: '*' }),
      ...(max === '0' && { max: '0' }),
      type: names.length === 1 ? names[0] : names,
      ...(bound !== undefined && { binding: valueSetName(bound) }),
      ...(own.length > 0 && { invariants: own }),
    };
  }

  const inheritedElement = (base, name) =>
    ancestorsOf(base)
      .map((type) => types[type].elements[name])
      .find(Boolean);

  function reduceStructure({ name, kind, abstract, derivation, baseDefinition, snapshot }) {
    const base = baseDefinition && lastSegment(baseDefinition);
    const elements = snapshot.element;
    const parents = new Set(elements.map(({ path }) => path.slice(0, path.lastIndexOf('.'))));
    const start = (path, root, type) => {
      const own = invariantsOf(root, inheritedInvariants(type.base));
      types[path] = { ...type, elements: {}, ...(own.length > 0 && { invariants: own }) };
    };
    const profiled = derivation === 'constraint';
    const rootPath = elements[0].path;
    start(name, elements[0], {
      ...(base && { base }),
      ...(kind === 'resource' && { kind }),
      ...(abstract && { abstract }),
      ...(profiled && { profile: true }),
    });
    for (const element of elements.slice(1)) {
      const { path, type = [] } = element;
      const isPart = parents.has(path) && isBackbone(type[0]?.code);
      const dot = path.lastIndexOf('.');
      const owner = types[path.slice(0, dot) === rootPath ? name : path.slice(0, dot)];
      const reduced = reduceElement(element, isPart);
      const member = path.slice(dot + 1);
      const inherited = inheritedElement(owner.base, member);
      const isInherited = inherited !== undefined && (common.has(member) || isDeepStrictEqual(reduced, inherited));
      if (!isInherited) owner.elements[member] = reduced;
      if (isPart) start(path, element, { base: type[0].code });
    }
  }

  const pending = new Map(structures.filter(({ kind }) => kind !== 'primitive-type').map((structure) => [structure.name, structure]));
  const reduceAfterBase = (structure) => {
    if (!pending.delete(structure.name)) return;
    const base = structure.baseDefinition && lastSegment(structure.baseDefinition);
    if (pending.has(base)) reduceAfterBase(pending.get(base));
    reduceStructure(structure);
  };
  for (const basis of ['Base', 'Element', 'DataType', 'BackboneElement']) if (pending.has(basis)) reduceAfterBase(pending.get(basis));
  for (const structure of [...pending.values()]) reduceAfterBase(structure);
  return { types, invariants, bindings: [...bindings].sort() };
}
