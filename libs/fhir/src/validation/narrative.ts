import { type Finding, quoted } from './fault';

/**
 * The XHTML of a narrative: txt-1 and txt-2 (https://hl7.org/fhir/R5/narrative.html#rules). One pass, no recursion, no
 * backtracking: the text comes from outside.
 */
const elements = new Set(
  (
    'a abbr acronym address b bdo big blockquote br caption cite code col colgroup dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins ' +
    'kbd li map area ol p pre q s samp small span strike strong style sub sup table tbody td tfoot th thead tr tt u ul var'
  ).split(' '),
);

const commonAttributes = new Set('class dir id lang style title xml:lang xmlns'.split(' '));

const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'name', 'rel', 'rev', 'hreflang', 'type', 'charset', 'shape', 'coords', 'tabindex', 'accesskey', 'target'],
  img: ['src', 'alt', 'longdesc', 'height', 'width', 'usemap', 'ismap', 'border', 'align'],
  area: ['shape', 'coords', 'href', 'nohref', 'alt', 'tabindex', 'accesskey'],
  map: ['name'],
  table: ['summary', 'width', 'border', 'frame', 'rules', 'cellspacing', 'cellpadding', 'align', 'bgcolor'],
  td: [
    'abbr',
    'axis',
    'headers',
    'scope',
    'rowspan',
    'colspan',
    'align',
    'valign',
    'char',
    'charoff',
    'width',
    'height',
    'nowrap',
    'bgcolor',
  ],
  tr: ['align', 'valign', 'char', 'charoff', 'bgcolor'],
  col: ['span', 'width', 'align', 'valign', 'char', 'charoff'],
  ol: ['type', 'start'],
  li: ['type', 'value'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  style: ['type', 'media'],
  br: ['clear'],
  hr: ['align', 'noshade', 'size', 'width'],
  p: ['align'],
  pre: ['width'],
};

/** Elements with the attributes of another. */
const like: Readonly<Record<string, string>> = {
  th: 'td',
  tbody: 'tr',
  thead: 'tr',
  tfoot: 'tr',
  colgroup: 'col',
  ul: 'ol',
  blockquote: 'q',
  ins: 'del',
  div: 'p',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
  caption: 'p',
};

const isAttributeAllowed = (element: string, attribute: string): boolean =>
  commonAttributes.has(attribute) || (attributes[like[element] ?? element] ?? []).includes(attribute);

const token =
  /<!--(?:(?!--)[^])*-->|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(\/?)>|[^<]+/y;
const attributePattern = /([A-Za-z_][\w:.-]*)\s*=\s*("[^"]*"|'[^']*')/g;
/** No document type declares more names than XML itself. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9A-Fa-f]+);)/;
const namespace = 'http://www.w3.org/1999/xhtml';
/** XHTML is told by its namespace, which the root has to name. */
const rootNamespace = /\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;
const scripted = /^["']\s*(?:javascript|vbscript)\s*:/i;

const malformed = (position: number): Finding => ({
  code: 'invariant',
  text: 'narrative_malformed',
  parameters: { position, key: 'txt-1' },
});

function checkTag(name: string, attributeText: string, position: number): Finding | undefined {
  if (!elements.has(name)) return { code: 'invariant', text: 'narrative_element', parameters: { name: quoted(name), key: 'txt-1' } };
  const seen = new Set<string>();
  for (const [, attribute = '', value = ''] of attributeText.matchAll(attributePattern)) {
    const isForeign = attribute === 'xmlns' && value.slice(1, -1) !== namespace;
    if (seen.has(attribute) || isForeign || bareAmpersand.test(value)) return malformed(position);
    seen.add(attribute);
    if (!isAttributeAllowed(name, attribute) || scripted.test(value)) {
      return { code: 'invariant', text: 'narrative_attribute', parameters: { name: quoted(attribute), element: name, key: 'txt-1' } };
    }
  }
  return undefined;
}

/** What is wrong with the text of a narrative; undefined when it is right. */
export function checkNarrative(xhtml: string): Finding | undefined {
  const open: string[] = [];
  let hasContent = false;
  let hasRoot = false;
  token.lastIndex = 0;
  for (let position = 0; position < xhtml.length; position = token.lastIndex) {
    token.lastIndex = position;
    const found = token.exec(xhtml);
    if (found === null) return malformed(position);
    const [text, closed, opened, attributeText = '', selfClosing] = found;
    if (opened !== undefined) {
      if (open.length === 0 && (hasRoot || opened !== 'div' || !rootNamespace.test(attributeText))) return malformed(position);
      hasRoot = true;
      const finding = checkTag(opened, attributeText, position);
      if (finding !== undefined) return finding;
      hasContent ||= opened === 'img';
      if (selfClosing === '') open.push(opened);
    } else if (closed !== undefined) {
      if (open.pop() !== closed) return malformed(position);
    } else if (!text.startsWith('<')) {
      const isBlank = text.trim() === '';
      if ((open.length === 0 && !isBlank) || bareAmpersand.test(text)) return malformed(position);
      hasContent ||= !isBlank;
    }
  }
  if (!hasRoot || open.length > 0) return malformed(xhtml.length);
  return hasContent ? undefined : { code: 'invariant', text: 'narrative_empty', parameters: { key: 'txt-2' } };
}
