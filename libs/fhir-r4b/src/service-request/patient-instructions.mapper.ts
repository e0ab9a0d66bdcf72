import { BackboneExtension, isSameJson } from '@gateway/fhir';
import type { JsonObject } from '@gateway/kernel';

/** R4B has one text for the patient, R5 a list of texts and references. */
export interface InstructionText {
  readonly patientInstruction?: unknown;
  readonly _patientInstruction?: unknown;
}

interface Instructions {
  readonly instructions: readonly JsonObject[];
  readonly isOvertaken: boolean;
}

export const instructionExtension = new BackboneExtension({ single: ['instruction[x]'] }, {});

const textOf = (instruction: JsonObject): InstructionText => ({
  ...(Object.hasOwn(instruction, 'instructionMarkdown') && { patientInstruction: instruction['instructionMarkdown'] }),
  ...(Object.hasOwn(instruction, '_instructionMarkdown') && { _patientInstruction: instruction['_instructionMarkdown'] }),
});

const toInstruction = ({ patientInstruction, _patientInstruction }: InstructionText): JsonObject => ({
  ...(patientInstruction !== undefined && { instructionMarkdown: patientInstruction }),
  ...(_patientInstruction !== undefined && { _instructionMarkdown: _patientInstruction }),
});

const isText = (instruction: JsonObject): boolean =>
  Object.keys(instruction).every((name) => name === 'instructionMarkdown' || name === '_instructionMarkdown');

/** Whether the list is nothing but one text, which R4B can say. */
export const isOneText = (instructions: readonly JsonObject[]): boolean => instructions.length === 1 && isText(instructions[0]!);

/** All texts, to be read by a person. */
export function toInstructionText(instructions: readonly JsonObject[]): InstructionText {
  if (isOneText(instructions)) return textOf(instructions[0]!);
  const texts = instructions.map((instruction) => instruction['instructionMarkdown']).filter((text) => typeof text === 'string');
  return texts.length > 0 ? { patientInstruction: texts.join('\n\n') } : {};
}

/** The list again: as it was carried, unless the text has changed. */
export function toInstructions(text: InstructionText, carried: readonly JsonObject[]): Instructions {
  const isThere = text.patientInstruction !== undefined || text._patientInstruction !== undefined;
  const written = isThere ? [toInstruction(text)] : [];
  if (carried.length === 0) return { instructions: written, isOvertaken: false };
  if (isSameJson(toInstructionText(carried), text)) return { instructions: carried, isOvertaken: false };
  const withoutText = carried.filter((instruction) => !Object.hasOwn(instruction, 'instructionMarkdown'));
  return { instructions: [...written, ...withoutText], isOvertaken: true };
}
