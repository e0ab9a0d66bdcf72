import { fault, type Hl7Fault } from './faults';
import type { Segment } from './segment';

export interface ReportedObservation {
  readonly obx: Segment;
  readonly notes: readonly Segment[];
}

/** One OBR with all that belongs to it: the group ORDER_OBSERVATION of ORU^R01 (HL7 v2.5.1, section 7.3.1). */
export interface OrderGroup {
  readonly obr: Segment;
  readonly orc: Segment | undefined;
  readonly specimens: readonly Segment[];
  /** Of the patient, the order and the specimen. */
  readonly notes: readonly Segment[];
  readonly observations: readonly ReportedObservation[];
  /** Everything of it as it is written. */
  readonly lines: readonly string[];
}

interface OpenGroup extends OrderGroup {
  readonly specimens: Segment[];
  readonly notes: Segment[];
  readonly observations: { readonly obx: Segment; readonly notes: Segment[] }[];
  readonly lines: string[];
}

/** Walks through a message once and files each segment where it belongs. Segments that say nothing of results are passed over. */
class GroupReader {
  readonly groups: OpenGroup[] = [];
  readonly faults: Hl7Fault[] = [];
  private current: OpenGroup | undefined;
  private orc: Segment | undefined;
  private patientNotes: Segment[] = [];
  private orderNotes: Segment[] = [];
  /** Where notes go that come next. */
  private notes: Segment[] = this.patientNotes;

  read(segment: Segment): void {
    switch (segment.name) {
      case 'PID':
        this.current = undefined;
        this.notes = this.patientNotes = [];
        return;
      case 'ORC':
        this.current = undefined;
        this.orc = segment;
        this.notes = this.orderNotes = [];
        return;
      case 'OBR':
        return this.open(segment);
      case 'OBX':
      case 'SPM':
        return this.add(segment);
      case 'NTE':
        this.notes.push(segment);
        this.current?.lines.push(segment.line);
        return;
      case 'ADD':
      case 'DSC':
        this.faults.push(fault(segment.place(), '100', 'segment_unsupported'));
        return;
      case 'MSH':
        this.faults.push(fault(segment.place(), '100', 'message_second'));
    }
  }

  private open(obr: Segment): void {
    const notes = [...this.patientNotes, ...this.orderNotes];
    this.current = { obr, orc: this.orc, specimens: [], notes, observations: [], lines: [obr.line] };
    this.groups.push(this.current);
    this.orc = undefined;
    this.orderNotes = [];
    this.notes = notes;
  }

  private add(segment: Segment): void {
    if (this.current === undefined) {
      this.faults.push(fault(segment.place(), '100', 'segment_unplaced'));
      return;
    }
    this.current.lines.push(segment.line);
    if (segment.name === 'SPM') {
      this.current.specimens.push(segment);
      this.notes = this.current.notes;
    } else {
      this.notes = [];
      this.current.observations.push({ obx: segment, notes: this.notes });
    }
  }
}

/** @param segments of the message, its header first */
export function orderGroupsOf(segments: readonly Segment[]): {
  readonly groups: readonly OrderGroup[];
  readonly faults: readonly Hl7Fault[];
} {
  const reader = new GroupReader();
  for (const segment of segments.slice(1)) reader.read(segment);
  const { groups, faults } = reader;
  if (groups.length > 0) return { groups, faults };
  return { groups, faults: [...faults, fault({ segment: 'OBR', sequence: 1 }, '100', 'result_missing')] };
}
