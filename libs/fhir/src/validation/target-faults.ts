import type { Fault } from './fault';

/** What is wrong with a resource that is none of those that a request is about: its own definition may well allow it. */

export const typeUnexpected = (type: string, expected: string): Fault => ({
  severity: 'error',
  code: 'structure',
  expression: type,
  path: '',
  text: 'resource_type_unexpected',
  parameters: { type, expected },
});

export const idDiffers = (type: string): Fault => ({
  severity: 'error',
  code: 'value',
  expression: `${type}.id`,
  path: 'id',
  text: 'id_differs',
  parameters: {},
});
