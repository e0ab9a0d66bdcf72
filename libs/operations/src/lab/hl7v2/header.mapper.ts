import { fault, type Hl7Fault } from './faults';
import type { Segment } from './segment';

/** Versions whose ORU^R01 has what is read here in the same places; 2.5.1 is the one that it is written after. */
const versions = ['2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2'];

const maximumControlId = 199;

/** The sender's own name of the message (MSH-10); undefined where there is none that could be kept. */
export function controlIdOf(header: Segment): string | undefined {
  const id = header.text(10);
  return id === '' || id.includes('\0') ? undefined : id.slice(0, maximumControlId);
}

function typeFaults(header: Segment): readonly Hl7Fault[] {
  const [type, event] = [header.component(9, 1), header.component(9, 2)];
  if (type === '') return [fault(header.place(9, 1), '101', 'field_missing')];
  if (type !== 'ORU') return [fault(header.place(9, 1), '200', 'message_unsupported')];
  if (event === '') return [fault(header.place(9, 2), '101', 'field_missing')];
  return event === 'R01' ? [] : [fault(header.place(9, 2), '201', 'message_unsupported')];
}

function controlIdFaults(header: Segment): readonly Hl7Fault[] {
  const id = header.text(10);
  if (id === '') return [fault(header.place(10), '101', 'field_missing')];
  const payload = { max: maximumControlId };
  if (id.length <= maximumControlId) return [];
  return [
    {
      place: header.place(10),
      code: '102',
      reason: { violation: { propertyPath: '', constraint: 'TooLong', payload, hint: 'max_length' } },
    },
  ];
}

function processingFaults(header: Segment): readonly Hl7Fault[] {
  const processing = header.component(11, 1);
  if (processing === '') return [fault(header.place(11), '101', 'field_missing')];
  // Training and debugging messages must not become results of patients.
  return processing === 'P' ? [] : [fault(header.place(11), '202', 'processing_unsupported')];
}

function versionFaults(header: Segment): readonly Hl7Fault[] {
  const version = header.component(12, 1);
  if (version === '') return [fault(header.place(12), '101', 'field_missing')];
  if (versions.includes(version)) return [];
  return [fault(header.place(12), '203', 'version_unsupported', { supported: versions.join(', ') })];
}

/** Why the message is none that is processed here (HL7 v2.5.1, section 2.9.2.1, original mode). */
export const headerFaults = (header: Segment): readonly Hl7Fault[] =>
  [typeFaults, controlIdFaults, processingFaults, versionFaults].flatMap((check) => check(header));
