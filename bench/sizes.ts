/** How often the model of ten orders, twenty tests, twenty results and two hundred observations is in the database. */
export const sizes = { tiny: 100, small: 500, full: 10_000 } as const;

export type Size = keyof typeof sizes;

export const observationsOf = (size: Size): number => sizes[size] * 200;

/** How deep the deep page is: 1,000,000 observations in the full database. */
export const depthOf = (size: Size): number => observationsOf(size) / 2;
