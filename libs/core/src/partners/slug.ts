/** Names in addresses, such as a partner's: also the form of a product's canonical id (decisions, section 3). */
export const slugPattern = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/;
export const slugMaximum = 64;

export const isSlug = (text: string): boolean => text.length <= slugMaximum && slugPattern.test(text);
