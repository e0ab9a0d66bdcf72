declare module '@lhncbc/ucum-lhc' {
  interface UnitVerdict {
    readonly status: 'valid' | 'invalid' | 'error';
    readonly ucumCode: string | null;
    readonly unit?: { readonly code?: string };
  }

  export const UcumLhcUtils: {
    getInstance(): { validateUnitString(unit: string): UnitVerdict };
  };
}
