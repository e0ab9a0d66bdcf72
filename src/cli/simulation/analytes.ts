/** What the simulated laboratory knows of its analytes: usual and critical values of adults, as textbooks give them. */

/** A number in a range. */
export interface Quantity {
  readonly unit: string;
  /** Undefined where only the other boundary is of interest. */
  readonly low?: number;
  readonly high?: number;
  /** A value that needs a doctor at once. */
  readonly critical: number;
  readonly decimals: number;
}

/** A finding in words. */
export interface Quality {
  readonly normal: string;
  readonly abnormal: string;
}

export type Analyte = Quantity | Quality;

const present: Quality = { normal: 'negative', abnormal: 'positive' };

/** By LOINC code (https://loinc.org). */
export const analytes: Readonly<Record<string, Analyte>> = {
  // Lipids
  '2093-3': { unit: 'mg/dL', high: 200, critical: 420, decimals: 0 },
  '2571-8': { unit: 'mg/dL', high: 150, critical: 1000, decimals: 0 },
  '2085-9': { unit: 'mmol/L', low: 1.0, critical: 0.4, decimals: 2 },
  '13457-7': { unit: 'mmol/L', high: 3.0, critical: 9.8, decimals: 1 },
  '35200-5': { unit: 'mmol/L', high: 5.2, critical: 11.0, decimals: 1 },
  '35217-9': { unit: 'mmol/L', high: 1.7, critical: 11.4, decimals: 1 },
  '14647-2': { unit: 'mmol/L', high: 5.2, critical: 11.0, decimals: 1 },
  '14927-8': { unit: 'mmol/L', high: 1.7, critical: 11.4, decimals: 1 },
  // Single values
  '1989-3': { unit: 'ng/mL', low: 30, high: 100, critical: 160, decimals: 1 },
  '4548-4': { unit: '%', low: 4.0, high: 5.6, critical: 14.2, decimals: 1 },
  '3016-3': { unit: 'mIU/L', low: 0.4, high: 4.0, critical: 100, decimals: 2 },
  '1988-5': { unit: 'mg/L', high: 5, critical: 250, decimals: 1 },
  '2276-4': { unit: 'ug/L', low: 30, high: 300, critical: 3000, decimals: 0 },
  '15074-8': { unit: 'mmol/L', low: 3.9, high: 5.5, critical: 27.8, decimals: 1 },
  '14749-6': { unit: 'mmol/L', low: 3.9, high: 5.5, critical: 27.8, decimals: 1 },
  '14682-9': { unit: 'umol/L', low: 45, high: 104, critical: 650, decimals: 0 },
  '1963-8': { unit: 'mmol/L', low: 22, high: 29, critical: 9, decimals: 0 },
  '2951-2': { unit: 'mmol/L', low: 135, high: 145, critical: 118, decimals: 0 },
  '2823-3': { unit: 'mmol/L', low: 3.5, high: 5.1, critical: 6.8, decimals: 1 },
  '1742-6': { unit: 'U/L', high: 45, critical: 1200, decimals: 0 },
  '1920-8': { unit: 'U/L', high: 40, critical: 1100, decimals: 0 },
  // Blood count
  '718-7': { unit: 'g/L', low: 120, high: 175, critical: 62, decimals: 0 },
  '789-8': { unit: '10*12/L', low: 4.0, high: 5.9, critical: 2.1, decimals: 2 },
  '4544-3': { unit: '%', low: 36, high: 52, critical: 19, decimals: 0 },
  '787-2': { unit: 'fL', low: 80, high: 98, critical: 130, decimals: 0 },
  '785-6': { unit: 'pg', low: 27, high: 34, critical: 45, decimals: 1 },
  '777-3': { unit: '10*9/L', low: 150, high: 400, critical: 18, decimals: 0 },
  '6690-2': { unit: '10*9/L', low: 4.0, high: 11.0, critical: 52.4, decimals: 1 },
  '751-8': { unit: '10*9/L', low: 2.0, high: 7.5, critical: 0.3, decimals: 2 },
  '731-0': { unit: '10*9/L', low: 1.1, high: 4.0, critical: 0.2, decimals: 2 },
  '742-7': { unit: '10*9/L', low: 0.2, high: 1.0, critical: 5.1, decimals: 2 },
  '711-2': { unit: '10*9/L', low: 0.04, high: 0.4, critical: 5.2, decimals: 2 },
  '704-7': { unit: '10*9/L', high: 0.21, critical: 1.4, decimals: 2 },
  // Microbiology
  '600-7': { normal: 'No growth after 5 days', abnormal: 'Staphylococcus aureus' },
};

/** Where nobody says what the test measures. */
export const defaultPanel: readonly string[] = ['35200-5', '35217-9', '2085-9', '13457-7'];

/** A code that is not known is something that is there or not. */
export const analyteOf = (loincNum: string): Analyte => (Object.hasOwn(analytes, loincNum) ? analytes[loincNum]! : present);
