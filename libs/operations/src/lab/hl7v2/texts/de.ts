import type { FaultText } from './en';

export const de = {
  charset_unknown: 'Der Zeichensatz wird nicht unterstützt. Unterstützt: {supported}.',
  charset_broken: 'Die Nachricht ist nicht in dem Zeichensatz geschrieben, den sie nennt.',
  field_missing: 'Dieses Feld ist erforderlich.',
  message_unsupported: 'Nur Befunde werden angenommen: ORU^R01.',
  processing_unsupported: 'Nur Nachrichten des Echtbetriebs werden angenommen: P.',
  version_unsupported: 'Diese Version wird nicht unterstützt. Unterstützt: {supported}.',
  segment_unreadable:
    'Die Zeile nach diesem Segment beginnt mit keinem Segmentnamen; ein Zeilenumbruch in einem Wert wird als \\.br\\ geschrieben.',
  segment_unplaced: 'Dieses Segment gehört zu einem OBR-Segment vor ihm.',
  segment_unsupported: 'Nachrichten in mehreren Teilen werden nicht angenommen.',
  segments_too_many: 'Eine Nachricht hat höchstens {max} Segmente.',
  message_second: 'Nur eine Nachricht auf einmal wird angenommen.',
  result_missing: 'Die Nachricht hat keinen Befund: ein OBR-Segment ist erforderlich.',
  observations_missing: 'Der Befund hat kein OBX-Segment.',
  specimen_missing: 'Der Probencode ist erforderlich: in SPM-2, OBR-2 oder OBR-3.',
  specimens_several: 'Ein Befund gehört zu einer Probe: die SPM-Segmente nennen mehrere.',
  loinc_missing: 'Ein LOINC-Code ist erforderlich, mit dem Codesystem LN.',
  value_unsupported: 'Hier erlaubt: {supported}.',
  number_expected: 'Eine Zahl wird erwartet.',
  value_repeated: 'Dieser Wert darf nicht wiederholt werden.',
  status_without_value: 'Bei diesem Status ist der Wert erforderlich.',
  document_unreadable: 'Das Dokument ist kein PDF, oder seine Kodierung ist beschädigt.',
} as const satisfies Record<FaultText, string>;
