import type { Model } from 'fhirpath';
import type { Artefact, ElementRow } from './artefact';

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const plainName = (text: string): string => text.split('(')[0]!;

/** What fhirpath has to know of the types of a release. fhirpath ships it for R4 and R5; R4B is neither. */
export function makeFhirPathModel({ fhirVersion, types, primitives }: Artefact): Model & { readonly availableTypes: ReadonlySet<string> } {
  const choiceTypePaths: Record<string, string[]> = {};
  const pathsDefinedElsewhere: Record<string, string> = {};
  const type2Parent: Record<string, string> = {};
  const path2Type: Record<string, string> = {};
  const path2TypeWithoutElements: Record<string, string> = {};
  const path2RefType: Record<string, string[]> = {};
  const path2Repeating: Record<string, true> = {};

  const shown = (name: string): string => (types[name]?.profile === true ? types[name].base! : name);
  const basis = (name: string): string => (name.includes('.') ? types[name]!.base! : shown(name));

  const addMember = (path: string, text: string, isList: boolean): void => {
    const name = plainName(text);
    const type = path.endsWith('.id') ? 'System.String' : basis(name);
    if (name.includes('.') && name !== path) pathsDefinedElsewhere[path] = name;
    path2Type[path] = type;
    if (type !== 'Element' && type !== 'BackboneElement') path2TypeWithoutElements[path] = type;
    if (isList) path2Repeating[path] = true;
    const targets = /^Reference\((.+)\)$/.exec(text)?.[1];
    if (targets !== undefined) path2RefType[path] = targets.split('|');
  };

  const addElement = (owner: string, name: string, { type, max }: ElementRow): void => {
    const alternatives = [type].flat();
    if (!name.endsWith('[x]')) {
      addMember(`${owner}.${name}`, alternatives[0]!, max === '*');
      return;
    }
    const step = `${owner}.${name.slice(0, -3)}`;
    const suffixes = alternatives.map((text) => capitalized(shown(plainName(text))));
    choiceTypePaths[step] = suffixes;
    alternatives.forEach((text, index) => addMember(step + suffixes[index]!, text, false));
  };

  for (const [name, row] of Object.entries(types)) {
    if (row.profile === true) continue;
    if (!name.includes('.') && row.base !== undefined) type2Parent[name] = row.base;
    for (let ancestor: string | undefined = name; ancestor !== undefined; ancestor = types[ancestor]?.base) {
      for (const [element, elementRow] of Object.entries(types[ancestor]?.elements ?? {})) addElement(name, element, elementRow);
    }
  }
  for (const [name, { base }] of Object.entries(primitives)) type2Parent[name] = base;
  return {
    version: fhirVersion.startsWith('5') ? 'r5' : 'r4',
    choiceTypePaths,
    pathsDefinedElsewhere,
    type2Parent,
    path2Type,
    path2Repeating,
    resourcesWithUrlParam: Object.fromEntries(
      Object.keys(types).flatMap((name) => (types[name]?.elements['url'] ? [[name, true as const]] : [])),
    ),
    availableTypes: new Set([...Object.keys(type2Parent), ...Object.values(type2Parent)]),
    path2TypeWithoutElements,
    path2RefType,
  };
}
