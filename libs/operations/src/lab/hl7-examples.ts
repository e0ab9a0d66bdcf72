import { z } from 'zod';

export const hl7Message = () => z.string().meta({ description: 'An HL7 v2 message, in the character set that MSH-18 names.' });

export const acknowledgmentAnswer = () => z.string().meta({ description: 'ACK, in the delimiters and the character set of the message.' });

export const hl7Example = [
  'MSH|^~\\&|LIS|LAB|GATEWAY|SERVICE|20260205101231+0100||ORU^R01^ORU_R01|MSG00001|P|2.5.1||||||UNICODE UTF-8',
  'PID|1||4711^^^LAB||Mustermann^Erika',
  'OBR|1||LAB-4711^LAB|24331-1^Lipid panel^LN|||20260203074500+0100|||||||||||||||20260205101200+0100|||F',
  'OBX|1|NM|13457-7^LDL^LN||2.60|mmol/L^^UCUM|<3.0|N|||F',
  'SPM|1|SP-2026-000123',
  '',
].join('\r');

export const acknowledgmentExample = [
  'MSH|^~\\&|GATEWAY|SERVICE|LIS|LAB|20260205091232.000+0000||ACK^R01^ACK|0199c2a17c3e7f1e2d3b|P|2.5.1||||||UNICODE UTF-8',
  'MSA|AA|MSG00001',
  '',
].join('\r');
