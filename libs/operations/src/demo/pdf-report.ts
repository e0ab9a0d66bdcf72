/** A report on one page: the smallest file that is a PDF (ISO 32000-1, section 7.5), with text of Latin-1 in Helvetica. */
const page = { width: 595, height: 842, margin: 72, leading: 18 } as const;

const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

const pageContent = (title: string, lines: readonly string[]): string =>
  [
    'BT',
    `/F1 16 Tf ${page.leading} TL ${page.margin} ${page.height - page.margin} Td ${literal(title)} Tj T*`,
    '/F1 11 Tf',
    ...lines.map((line) => `T* ${literal(line)} Tj`),
    'ET',
  ].join('\n');

const objectsOf = (content: string): readonly string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
];

export function pdfReport(title: string, lines: readonly string[]): Buffer {
  const objects = objectsOf(pageContent(title, lines));
  let text = '%PDF-1.4\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}
