import fc, { type GeneratorValue } from 'fast-check';

type Json = Record<string, any>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;

/** Every element and companion in the resource that has extensions, and every one that could. */
function hostsIn(value: unknown, hosts: Json[] = []): Json[] {
  if (Array.isArray(value)) for (const item of value) hostsIn(item, hosts);
  else if (isObject(value)) {
    hosts.push(value);
    for (const [name, member] of Object.entries(value)) if (name !== 'contained') hostsIn(member, hosts);
  }
  return hosts;
}

const copied = (value: unknown): any =>
  Array.isArray(value)
    ? value.map(copied)
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]))
      : value;

const texts = [
  ' ',
  '{}',
  'null',
  '{"original":{}}',
  '{"original":{"reference":"#gone"}}',
  '{"original":{"status":"revoked"},"instead":{}}',
  '[',
  '"x"',
];

const urls = [
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-ServiceRequest.focus',
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-ServiceRequest.reason',
  'http://hl7.org/fhir/4.3/StructureDefinition/extension-ServiceRequest.orderDetail',
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-Quantity.comparator',
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-Attachment.width',
  'https://gateway.example/fhir/StructureDefinition/original-content',
  'https://gateway.example/fhir/StructureDefinition/original-extension',
  'https://gateway.example/fhir/StructureDefinition/contained-original',
];

type Disturbance = (host: Json, all: readonly Json[], draw: GeneratorValue) => unknown;

const pick = <Item>(draw: GeneratorValue, items: readonly Item[]): Item => items[draw(fc.nat, items.length - 1)]!;

const disturbances: readonly Disturbance[] = [
  (host) => host['extension'].reverse(),
  (host, _all, draw) => host['extension'].push(copied(pick(draw, host['extension']))),
  (host, _all, draw) => host['extension'].splice(draw(fc.nat, host['extension'].length - 1), 1),
  (host, all, draw) => {
    const other = pick(draw, all);
    other['extension'] = [...(other['extension'] ?? []), copied(pick(draw, host['extension']))];
  },
  (host, _all, draw) => {
    pick<Json>(draw, host['extension'])['url'] = pick(draw, urls);
  },
  (host, _all, draw) => {
    const extension = pick<Json>(draw, host['extension']);
    if ('valueString' in extension)
      extension['valueString'] = pick(draw, [...texts, `${extension['valueString']} `, extension['valueString'].slice(0, -1)]);
  },
  (host, _all, draw) => {
    host['extension'].push({ url: pick(draw, urls), valueString: pick(draw, texts) });
  },
  (host, _all, draw) => {
    host['extension'].unshift({
      url: pick(draw, urls),
      ...pick(draw, [{ valueCode: 'ad' }, { valuePositiveInt: 5 }, { valueReference: { reference: 'Patient/1' } }]),
    });
  },
  (host) => {
    const name = Object.keys(host).find((member) => !['extension', 'resourceType', 'subject', 'status', 'intent', 'url'].includes(member));
    if (name !== undefined) Reflect.deleteProperty(host, name);
  },
];

/** The resource with a few of its extensions put in odd places, repeated, reordered, broken or invented. */
export function disturbed(resource: Json, draw: GeneratorValue): Json {
  const copy = copied(resource) as Json;
  for (let count = 1 + draw(fc.nat, 2); count > 0; count -= 1) {
    const hosts = hostsIn(copy);
    const withExtensions = hosts.filter((host) => Array.isArray(host['extension']) && host['extension'].length > 0);
    const host =
      withExtensions.length > 0 ? pick(draw, withExtensions) : Object.assign(copy, { extension: [{ url: urls[0], valueString: 'x' }] });
    pick(draw, disturbances)(host, hosts, draw);
    for (const each of hosts) if (Array.isArray(each['extension']) && each['extension'].length === 0) delete each['extension'];
  }
  return copy;
}
