/** How a request ended, by the status of its answer. */
export const auditOutcomes = ['success', 'refused', 'failed'] as const;

export type AuditOutcome = (typeof auditOutcomes)[number];

export const outcomeOf = (status: number): AuditOutcome => {
  if (status < 400) return 'success';
  return status < 500 ? 'refused' : 'failed';
};

/** The same as SQL; what is no success is found by an index of its own. */
export const outcomeConditions = {
  success: 'e.status < 400',
  refused: 'e.status >= 400 AND e.status < 500',
  failed: 'e.status >= 500',
} as const satisfies Record<AuditOutcome, string>;
