import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { releases } from '../support/fhir-examples';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeSearchRecords } from '../support/search-records';

const types = ['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen'];

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' };

/** Stays in every summary, since it may change what the rest means; R4B does not flag it. */
const kept = ['resourceType', 'modifierExtension'];

/** What is contained stays when the text of what stays refers to it, itself or by something else that is contained. */
function referredTo(text: string, contained: readonly any[]): readonly any[] {
  const stays = contained.filter(({ id }) => text.includes(`"#${id}"`));
  const longer = JSON.stringify(stays);
  return text.includes(longer) ? stays : referredTo(text + longer, contained);
}

describe.each(releases)('parts of resources in %s', (_, release) => {
  let gateway: TestGateway;

  /** The official elements of a type by path, as `Patient.name`. */
  function elementsOf(type: string): ReadonlyMap<string, any> {
    const folder = dirname(require.resolve(`hl7.fhir.${release.path}.core/package.json`));
    const { snapshot } = JSON.parse(readFileSync(join(folder, `StructureDefinition-${type}.json`), 'utf8'));
    return new Map(snapshot.element.map((element: any) => [element.path.replace('[x]', ''), element]));
  }

  const isFlagged = (type: string, flag: (element: any) => boolean): ((member: string) => boolean) => {
    const flagged = [...elementsOf(type)].filter(([, element]) => flag(element)).map(([path]) => path.slice(type.length + 1));
    return (member) => {
      const name = member.replace(/^_/, '');
      return flagged.some((each) => each === name || (each !== '' && name.startsWith(each) && /^[A-Z]/.test(name.slice(each.length))));
    };
  };

  const read = async (query: string): Promise<readonly any[]> => {
    const { text } = await gateway.acme.get(`/fhir/${release.path}/${query}`);
    return (JSON.parse(text).entry ?? []).map(({ resource }: any) => resource);
  };

  /** The members that are left when only those that `isKept` takes stay. */
  const reduced = (resource: any, isKept: (member: string) => boolean): any => {
    const { contained, ...rest } = resource;
    const members = Object.fromEntries(Object.entries<any>(rest).filter(([member]) => isKept(member) || kept.includes(member)));
    const inside = isKept('contained') ? (contained ?? []) : referredTo(JSON.stringify(members), contained ?? []);
    const part = { ...members, ...(inside.length > 0 && { contained: inside }) };
    if (isDeepStrictEqual(part, resource)) return resource;
    return { ...part, meta: { ...resource.meta, tag: [...(resource.meta.tag ?? []), subsetted] } };
  };

  const withoutFocus = ({ orderDetail, ...resource }: any): any => ({
    ...resource,
    ...(orderDetail !== undefined && { orderDetail: orderDetail.map(({ parameterFocus: _focus, ...detail }: any) => detail) }),
  });

  beforeAll(async () => {
    gateway = await startGateway();
    await makeSearchRecords(gateway);
  });

  afterAll(() => gateway.stop());

  describe.each(types)('of %s', (type) => {
    it('are the elements that the definitions flag', async () => {
      const whole = await read(`${type}?_count=100`);
      expect(whole.length).toBeGreaterThan(5);
      const isSummary = isFlagged(type, ({ isSummary: flag }) => flag === true);
      const expected = whole.map((resource) => reduced(resource, isSummary));
      const given = await read(`${type}?_count=100&_summary=true`);
      expect(given).toEqual(release.name === 'R5' ? expected.map(withoutFocus) : expected);
    });

    it('are those that are asked for, with what is mandatory or changes the meaning', async () => {
      const whole = await read(`${type}?_count=100`);
      const needed = isFlagged(type, ({ min, isModifier, path }) => (min > 0 || isModifier === true) && path.split('.').length === 2);
      const asked = ['value', 'identifier', 'occurrence'];
      const isAsked = (member: string): boolean =>
        asked.some((name) => member === name || new RegExp(`^_?${name}(?:[A-Z]|$)`).test(member));
      const isKept = (member: string): boolean => ['id', 'meta', 'implicitRules'].includes(member) || needed(member) || isAsked(member);
      const given = await read(`${type}?_count=100&_elements=value,identifier,${type}.occurrence`);
      expect(given).toEqual(whole.map((resource) => reduced(resource, isKept)));
    });

    it('are the text, or all but the text', async () => {
      const whole = await read(`${type}?_count=100`);
      const needed = isFlagged(type, ({ min, isModifier, path }) => (min > 0 || isModifier === true) && path.split('.').length === 2);
      const isText = (member: string): boolean => ['id', 'meta', 'implicitRules', 'text'].includes(member) || needed(member);
      expect(await read(`${type}?_count=100&_summary=text`)).toEqual(whole.map((resource) => reduced(resource, isText)));
      expect(await read(`${type}?_count=100&_summary=data`)).toEqual(
        whole.map((resource) => reduced(resource, (member) => member !== 'text')),
      );
      expect(await read(`${type}?_count=100&_summary=false`)).toEqual(whole);
    });
  });
});
