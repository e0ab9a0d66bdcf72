import type { DiagnosticProductContent } from '@gateway/core';

/** What the demo partner orders, by canonical id; codes of LOINC (https://loinc.org). */
export const demoProducts = {
  'lipid-panel': {
    name: { en: 'Lipid panel', de: 'Lipidprofil', fr: 'Bilan lipidique' },
    description: {
      en: 'Cholesterol, triglycerides, HDL and LDL cholesterol.',
      de: 'Cholesterin, Triglyzeride, HDL- und LDL-Cholesterin.',
      fr: 'Cholestérol, triglycérides, cholestérol HDL et LDL.',
    },
    sampleType: 'capillary blood',
    loincNums: ['35200-5', '35217-9', '2085-9', '13457-7'],
    active: true,
  },
  'vitamin-d': {
    name: { en: 'Vitamin D', de: 'Vitamin D', fr: 'Vitamine D' },
    description: {
      en: '25-hydroxyvitamin D3, the storage form of vitamin D.',
      de: '25-Hydroxyvitamin D3, die Speicherform von Vitamin D.',
      fr: '25-hydroxyvitamine D3, la forme de réserve de la vitamine D.',
    },
    sampleType: 'capillary blood',
    loincNums: ['1989-3'],
    active: true,
  },
  hba1c: {
    name: { en: 'HbA1c (long-term blood sugar)', de: 'HbA1c (Langzeitblutzucker)', fr: 'HbA1c (glycémie à long terme)' },
    description: {
      en: 'Share of glycated haemoglobin: the mean blood sugar of the last 8 to 12 weeks.',
      de: 'Anteil des glykierten Hämoglobins: der mittlere Blutzucker der letzten 8 bis 12 Wochen.',
      fr: 'Part de l’hémoglobine glyquée : la glycémie moyenne des 8 à 12 dernières semaines.',
    },
    sampleType: 'capillary blood',
    loincNums: ['4548-4'],
    active: true,
  },
  tsh: {
    name: { en: 'Thyroid (TSH)', de: 'Schilddrüse (TSH)', fr: 'Thyroïde (TSH)' },
    description: {
      en: 'Thyrotropin, which controls the thyroid gland.',
      de: 'Thyreotropin, das die Schilddrüse steuert.',
      fr: 'Thyréostimuline, qui commande la thyroïde.',
    },
    sampleType: 'serum',
    loincNums: ['3016-3'],
    active: true,
  },
  ferritin: {
    name: { en: 'Iron store (ferritin)', de: 'Eisenspeicher (Ferritin)', fr: 'Réserve de fer (ferritine)' },
    description: {
      en: 'Ferritin, which shows how much iron the body keeps.',
      de: 'Ferritin, das zeigt, wie viel Eisen der Körper gespeichert hat.',
      fr: 'Ferritine, qui indique la réserve de fer du corps.',
    },
    sampleType: 'serum',
    loincNums: ['2276-4'],
    active: true,
  },
  'blood-count': {
    name: { en: 'Complete blood count', de: 'Großes Blutbild', fr: 'Numération formule sanguine' },
    description: {
      en: 'Red cells, white cells with their kinds, and platelets.',
      de: 'Rote Blutkörperchen, weiße Blutkörperchen mit ihren Arten, und Blutplättchen.',
      fr: 'Globules rouges, globules blancs et leurs types, et plaquettes.',
    },
    sampleType: 'EDTA blood',
    loincNums: ['718-7', '789-8', '4544-3', '787-2', '785-6', '777-3', '6690-2', '751-8', '731-0', '742-7', '711-2', '704-7'],
    active: true,
  },
  'blood-culture': {
    name: { en: 'Blood culture', de: 'Blutkultur', fr: 'Hémoculture' },
    description: {
      en: 'Bacteria in the blood, and the antibiotics that work against them.',
      de: 'Bakterien im Blut, und die Antibiotika, die gegen sie wirken.',
      fr: 'Bactéries dans le sang, et les antibiotiques efficaces contre elles.',
    },
    sampleType: 'venous blood',
    loincNums: ['600-7'],
    active: true,
  },
  crp: {
    name: { en: 'Inflammation (CRP)', de: 'Entzündung (CRP)', fr: 'Inflammation (CRP)' },
    description: {
      en: 'C-reactive protein. No longer offered.',
      de: 'C-reaktives Protein. Wird nicht mehr angeboten.',
      fr: 'Protéine C réactive. N’est plus proposée.',
    },
    sampleType: 'capillary blood',
    loincNums: ['1988-5'],
    active: false,
  },
} satisfies Record<string, DiagnosticProductContent>;

export type DemoProduct = keyof typeof demoProducts;
