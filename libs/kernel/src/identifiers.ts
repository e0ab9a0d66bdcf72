import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';

/** Makes primary keys: UUIDv7 (RFC 9562), rising within the process, so that rows of one moment keep their order. */
@Injectable()
export class Identifiers {
  next(): string {
    return v7();
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);
